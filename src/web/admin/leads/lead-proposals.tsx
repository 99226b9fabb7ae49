import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import type { OwnProposal } from '~/contract/proposals/proposals-schema';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';

/** Proposals for a lead, with links. */
export function LeadProposals({ proposals }: { proposals: readonly OwnProposal[] }) {
  if (proposals.length === 0) return null;
  return (
    <section aria-label="Proposals">
      <Title order={3} mb={4}>
        {proposals.length === 1 ? 'Proposal' : 'Proposals'}
      </Title>
      {proposals.map(({ id, number, title, total, currency, status, sentAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap" align="flex-start" py={4}>
          <div>
            <Text fz="sm">
              <Link to="/admin" search={{ section: 'proposals', open: id }}>
                {number}
              </Link>
              : {title || 'Untitled'}
            </Text>
            <Text c="dimmed" fz="xs">
              {formatAmount(total, currency)}
              {sentAt && (
                <>
                  , sent <When at={sentAt} />
                </>
              )}
            </Text>
          </div>
          <StatusBadge status={status} />
        </Group>
      ))}
    </section>
  );
}

/** Label of the button for another proposal. The first proposal is created immediately, further ones after a confirmation. */
export const nextProposalLabel = (proposals: readonly OwnProposal[]): string =>
  proposals.length === 0 ? 'Create proposal' : 'Create another proposal';
