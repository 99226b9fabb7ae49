import { Button, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminQuote } from '~/contract/leads/leads-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Button that creates a service request from a quote, or link to the request that was created from it. */
export function RequestAction(props: {
  quote: AdminQuote;
  client: { id: string; name: string } | null;
  requestId: number | null;
}) {
  const { quote, client, requestId } = props;
  const can = useCan();
  if (requestId !== null) {
    return (
      <Button
        variant="light"
        renderRoot={(rest) => (
          <Link {...rest} to="/admin" search={{ section: 'requests', open: requestId }} />
        )}
      >
        Open service request
      </Button>
    );
  }
  if (!can('requests.write')) return null;
  if (!client) {
    return (
      <Text c="dimmed" fz="sm">
        Not a client yet. Once they sign up with this email, they see the quote in their client area
        and you can create a service request from it.
      </Text>
    );
  }
  return <MakeRequest quote={quote} client={client} />;
}

/** Dialog that creates the client's service request and notifies them by email. */
function MakeRequest({ quote, client: person }: { quote: AdminQuote; client: { name: string } }) {
  const { api } = useRouter().options.context;
  const { change } = useAdminSearch();
  const open = (id: number) =>
    void change({ section: 'requests', open: id, status: undefined, search: undefined });

  const make = useMutation(
    api.admin.requests.createFromQuote.mutationOptions(
      outcome({
        done: success('Service request created successfully'),
        onDone: ({ id }) => open(id),
        failed: 'Failed to create the service request',
      }),
    ),
  );

  return (
    <div>
      <Button loading={make.isPending} onClick={() => make.mutate({ quoteId: quote.id })}>
        Create service request
      </Button>
      <Text c="dimmed" fz="sm" mt={6}>
        For {person.name}, who has an account with this email. We’ll email them.
      </Text>
    </div>
  );
}
