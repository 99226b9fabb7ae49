import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import type { AdminRequestThread } from '~/contract/threads/threads-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';

/** Lists proposals and invoices of a request. Renders nothing if there are none. */
export function RequestDocuments({ thread }: { thread: AdminRequestThread }) {
  const { proposals, invoices } = thread;
  const mayIssue = useCan()('invoices.write');
  if (proposals.length + invoices.length === 0) return null;
  return (
    <section aria-labelledby="documents-title">
      <Title order={3} id="documents-title" mb="xs">
        Proposals and invoices
      </Title>
      <ul className="record-entries">
        {proposals.map(({ id, number, title, status }) => (
          <li key={`proposal ${id}`}>
            <div>
              <Link to="/admin" search={{ section: 'proposals', open: id }} className="row-link">
                {title || 'Untitled'}
              </Link>
              <Text c="dimmed" fz="xs">
                Proposal {number}
              </Text>
            </div>
            <StatusBadge status={status} />
          </li>
        ))}
        {invoices.map(({ id, number, status, total, currency, dueDate, isReady }) => (
          <li key={`invoice ${id}`}>
            <div>
              <Link to="/admin" search={{ section: 'invoices', open: id }} className="row-link">
                {number ? `Invoice ${number}` : 'Draft invoice'}
              </Link>
              <Text c="dimmed" fz="xs">
                {formatAmount(total, currency)}
                {dueDate && (
                  <>
                    , due <When at={dueDate} isDate />
                  </>
                )}
              </Text>
            </div>
            {isReady && mayIssue ? (
              <Button
                size="xs"
                variant="light"
                renderRoot={(rest) => (
                  <Link {...rest} to="/admin" search={{ section: 'invoices', open: id }} />
                )}
              >
                Ready to issue
              </Button>
            ) : (
              <StatusBadge status={isReady ? 'ready' : status} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
