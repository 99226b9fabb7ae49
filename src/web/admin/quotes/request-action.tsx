import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminQuote } from '~/contract/leads-schema';

/** What becomes of a quote: a request of the client who asked for it. */
export function RequestAction(props: {
  quote: AdminQuote;
  client: { id: string; name: string } | null;
  requestId: number | null;
}) {
  const { client, requestId } = props;
  if (requestId !== null) {
    return (
      <Button
        variant="light"
        renderRoot={(rest) => (
          <Link {...rest} to="/admin" search={{ section: 'requests', open: String(requestId) }} />
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
  return null;
}
