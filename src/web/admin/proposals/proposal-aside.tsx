import { Button, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { statusLabel } from '~/contract/common/statuses';
import type { AdminProposal, ShownProposal } from '~/contract/proposals/proposals-schema';
import { CompanyOffer } from '~/web/admin/documents/company-offer';
import { DocumentTimeline } from '~/web/admin/documents/document-timeline';
import { Facts } from '~/web/admin/ui/facts';
import { notifyFailed } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useQueryClient } from '~/web/lib/queries';

/** Information beside the editor: origin, results, versions and timeline. */
export function ProposalAside(props: {
  proposal: AdminProposal;
  onShowVersion(version: ShownProposal): void;
}) {
  const { proposal, onShowVersion } = props;
  const { clientId, requestId, acceptance, invoices, versions, currency } = proposal;
  return (
    <Stack gap="lg" component="aside" aria-label="About the proposal">
      <Facts
        facts={[
          ['Lead', leadLinkOf(proposal)],
          [
            'Client',
            clientId !== null && (
              <Link key="client" to="/admin" search={{ section: 'users', open: clientId }}>
                {proposal.client_name || proposal.client_email}
              </Link>
            ),
          ],
          [
            'Request',
            requestId !== null && (
              <Link key="request" to="/admin" search={{ section: 'requests', open: requestId }}>
                Related request
              </Link>
            ),
          ],
          ['Sent', proposal.sentAt && <When key="sent" at={proposal.sentAt} />],
          ['Viewed', proposal.viewedAt && <When key="viewed" at={proposal.viewedAt} />],
          ['Declined because', proposal.declineReason],
          ['Accepted by', acceptance?.name],
          ['Accepted for', acceptance && formatAmount(proposal.total, currency)],
          ['From', acceptance && `${acceptance.ip}, ${acceptance.userAgent}`],
          ['Signed in as', acceptance?.signedInAs],
          ['SHA-256', acceptance?.contentHash],
        ].map(([label, value]) => [String(label), value === false ? '' : value])}
      />
      {clientId !== null && proposal.client.company && <CompanyOffer clientId={clientId} />}
      {invoices.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            Invoices
          </Title>
          {invoices.map(({ id, number, status, total }) => (
            <Text key={id} fz="sm">
              <Link to="/admin" search={{ section: 'invoices', open: id }}>
                {number ?? 'Without a number yet'}
              </Link>
              : {formatAmount(total, currency)}, {statusLabel(status).toLowerCase()}
            </Text>
          ))}
        </div>
      )}
      {versions.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            Versions
          </Title>
          {versions.map(({ version, by, createdAt }) => (
            <VersionRow
              key={version}
              id={proposal.id}
              version={version}
              by={by}
              at={createdAt}
              onShow={onShowVersion}
            />
          ))}
        </div>
      )}
      <div>
        <Title order={3} mb="sm">
          Timeline
        </Title>
        <DocumentTimeline events={proposal.timeline} />
      </div>
    </Stack>
  );
}

function leadLinkOf({ leadId, messageId }: AdminProposal): ReactNode {
  if (leadId !== null) {
    return (
      <Link to="/admin" search={{ section: 'quotes', open: leadId }}>
        Lead
      </Link>
    );
  }
  return (
    messageId !== null && (
      <Link to="/admin" search={{ section: 'messages', open: messageId }}>
        Message
      </Link>
    )
  );
}

function VersionRow(props: {
  id: number;
  version: number;
  by: string;
  at: string;
  onShow(version: ShownProposal): void;
}) {
  const { id, version, by, at, onShow } = props;
  const { api } = useRouter().options.context;
  const queryClient = useQueryClient();
  const show = () =>
    queryClient
      .ensureQueryData(api.admin.proposals.version.queryOptions({ id, version }))
      .then(onShow, (error) => notifyFailed(error, 'Failed to load'));
  return (
    <Text fz="sm" c="dimmed">
      <Button variant="subtle" size="compact-sm" onClick={() => void show()}>
        Version {version}
      </Button>{' '}
      {by}, <When at={at} />
    </Text>
  );
}
