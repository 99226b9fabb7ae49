import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { statusLabel } from '~/contract/common/statuses';
import type { AdminProposal, ShownProposal } from '~/contract/proposals/proposals-schema';
import { RecordHead } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { ProposalDocument } from '~/web/documents/proposal-document';
import { StatusBadge } from '~/web/ui/status-badge';
import { PreviewModal } from './preview-modal';
import { ProposalAside } from './proposal-aside';
import { ProposalMenu } from './proposal-menu';
import { SaveTemplate } from './save-template';

/**
 * Shows an accepted proposal: who accepted it, the amount, the records that were created, and the document as accepted.
 */
export function AcceptedProposal(props: {
  proposal: AdminProposal;
  acceptance: NonNullable<AdminProposal['acceptance']>;
  onChanged(): void;
}) {
  const { proposal, acceptance } = props;
  const { id, number, status, currency, requestId, invoices } = proposal;
  const [isTemplate, setTemplate] = useState(false);
  const [version, setVersion] = useState<ShownProposal>();
  return (
    <>
      <RecordHead
        title={`${formatAmount(proposal.total, currency)}, accepted by ${acceptance.name}`}
        order={2}
        state={
          <>
            <span>{number}</span>
            <StatusBadge status={status} />
          </>
        }
        note={<When at={acceptance.acceptedAt} />}
        actions={
          <>
            <ProposalMenu
              proposal={proposal}
              onChanged={props.onChanged}
              onSaveTemplate={() => setTemplate(true)}
            />
            <Button
              variant="default"
              component="a"
              href={`/api/admin/proposals/${id}/pdf`}
              download
            >
              Download PDF
            </Button>
          </>
        }
      />
      <ul className="proposal-led-to" aria-label="Results">
        {requestId !== null && (
          <li>
            <Link to="/admin" search={{ section: 'requests', open: requestId }}>
              The request
            </Link>
          </li>
        )}
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <Link to="/admin" search={{ section: 'invoices', open: invoice.id }}>
              {invoice.number ?? 'A draft'}
            </Link>
            , {formatAmount(invoice.total, currency)}
            {invoice.number && `, ${statusLabel(invoice.status).toLowerCase()}`}
          </li>
        ))}
      </ul>
      <div className="record-columns proposal-columns">
        <section className="proposal-paper" aria-label="Signed content">
          <ProposalDocument proposal={proposal} chosen={acceptance.optionalItems} />
        </section>
        <ProposalAside proposal={proposal} onShowVersion={setVersion} />
      </div>
      {version && (
        <PreviewModal
          title={`${number}, version ${version.version}`}
          proposal={version}
          chosen={version.version === acceptance.version ? acceptance.optionalItems : undefined}
          onClose={() => setVersion(undefined)}
        />
      )}
      {isTemplate && <SaveTemplate proposal={proposal} onClose={() => setTemplate(false)} />}
    </>
  );
}
