import { Button, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminQuote } from '~/contract/leads/leads-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';

/** What becomes of a quote: a request of the client who asked for it. */
export function RequestAction(props: {
  quote: AdminQuote;
  client: { id: string; name: string } | null;
  requestId: number | null;
}) {
  const { quote, client, requestId } = props;
  if (requestId !== null) {
    return (
      <Button
        variant="light"
        renderRoot={(rest) => (
          <Link {...rest} to="/admin" search={{ section: 'requests', open: requestId }} />
        )}
      >
        Open its service request
      </Button>
    );
  }
  if (!client) {
    return (
      <Text c="dimmed" fz="sm">
        Nobody has an account with this address yet. Once they sign up with it, the quote shows in
        their client area, and can become a service request here.
      </Text>
    );
  }
  return <MakeRequest quote={quote} client={client} />;
}

/** One action: what was asked for becomes the client's service request, and they are told. */
function MakeRequest({ quote, client: person }: { quote: AdminQuote; client: { name: string } }) {
  const { api, client } = useRouter().options.context;
  const [pending, setPending] = useState(false);
  const { change } = useAdminSearch();

  const make = async () => {
    setPending(true);
    try {
      const { id } = await client.admin.requests.createFromQuote.mutate({ quoteId: quote.id });
      notifyDone('Service request created successfully');
      await change({ section: 'requests', open: id, status: undefined, search: undefined });
    } catch (error) {
      notifyFailed(error, 'Failed to create the service request');
    } finally {
      setPending(false);
      await Promise.all([
        api.admin.quotes.invalidate(),
        api.admin.requests.invalidate(),
        api.admin.overview.invalidate(),
      ]);
    }
  };

  return (
    <div>
      <Button loading={pending} onClick={() => void make()}>
        Make it a service request
      </Button>
      <Text c="dimmed" fz="sm" mt={6}>
        For {person.name}, who has an account with this address and is told by mail.
      </Text>
    </div>
  );
}
