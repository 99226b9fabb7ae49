import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { addDays } from '~/contract/common/dates';
import type { TaxProposal } from '~/contract/documents/tax';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';
import { taxesInWords, useTaxProposal } from '~/web/admin/documents/tax-proposal';
import { ActionDialog, type ActionOutcome } from '~/web/admin/form/action-dialog';
import { useToday } from '~/web/admin/form/today';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { draftOf, type InvoiceDraft } from './invoice-draft';
import { IssueChecks } from './issue-checks';
import { useShowIssued } from './show-issued';

/** Asks for a confirmation before issuing an invoice: shows recipient, amount, due date, tax, and missing data. */
export function IssueDialog<Output>(props: {
  draft: InvoiceDraft;
  /** Formatted total, such as €120.00. */
  total: string;
  isFree: boolean;
  /** Formatted total of the saved draft, if the tax has changed since. */
  savedTotal?: string | undefined;
  /** Sentence about the tax, without the period. */
  tax: string;
  seller: ItemDefaults['seller'];
  mutation: { mutationFn(): Promise<Output> };
  outcome?: ActionOutcome<object, Output>;
  onClose(): void;
}) {
  const { draft, total, isFree, tax, seller, mutation, outcome, onClose } = props;
  const today = useToday();
  const { name, email } = draft.client;
  const company = draft.client.company.trim();
  return (
    <ActionDialog
      title="Issue this invoice?"
      submitLabel="Issue"
      input={() => undefined}
      mutation={mutation}
      {...(outcome && { outcome })}
      onClose={onClose}
    >
      <Text fz="sm">
        <strong>
          {total} to {company ? `${company} (${name})` : name}
        </strong>
        ,{' '}
        {isFree
          ? 'nothing to pay, so it is marked as paid immediately'
          : `due ${dateInWords(draft.dueDate || addDays(today, seller.paymentDays))}`}
        . It gets the next number{email ? `, and we email it to ${email}` : ''}. After that, you can
        only credit it.
      </Text>
      {props.savedTotal && (
        <Text fz="sm">
          Was {props.savedTotal} when it was saved: the tax has changed with the client’s data or
          your tax settings.
        </Text>
      )}
      {!email && (
        <Text fz="sm">
          The client has no email address, so we don’t email it. Download the PDF or share the link.
        </Text>
      )}
      {tax && <Text fz="sm">{tax}.</Text>}
      <IssueChecks draft={draft} clientName={company || name} seller={seller} />
    </ActionDialog>
  );
}

/** Issues a saved draft from the list. */
export function IssueStored({ id, onClose }: { id: number; onClose(): void }) {
  const { invoices, proposals } = useRouter().options.context.api.admin;
  const query = useQuery(invoices.get.queryOptions({ id }, { gcTime: 0 }));
  const { data: defaults } = useQuery(proposals.itemDefaults.queryOptions());
  const showIssued = useShowIssued();
  return (
    <Loaded query={query}>
      {(invoice) =>
        defaults && (
          <IssueLoaded
            invoice={invoice}
            defaults={defaults}
            mutation={{
              mutationFn: async () => {
                const { total, client } = invoice;
                try {
                  return await invoices.issue
                    .mutationOptions()
                    .mutationFn({ id, confirmed: { total, client } });
                } catch (error) {
                  // Refetches the draft to show changes that were made since the dialog opened.
                  await query.refetch();
                  throw error;
                }
              },
            }}
            outcome={{
              done: success('Invoice issued'),
              failed: 'Failed to issue the invoice',
              onDone: (issued) => {
                onClose();
                showIssued(issued);
              },
            }}
            onClose={onClose}
          />
        )
      }
    </Loaded>
  );
}

function IssueLoaded<Output>(props: {
  invoice: AdminInvoice;
  defaults: ItemDefaults;
  mutation: { mutationFn(): Promise<Output> };
  outcome: ActionOutcome<object, Output>;
  onClose(): void;
}) {
  const { invoice, defaults, ...asked } = props;
  const draft = draftOf(invoice);
  const fitting = useTaxProposal(defaults, draft.client);
  return (
    <IssueDialog
      {...asked}
      draft={draft}
      total={formatAmount(invoice.total, invoice.currency)}
      isFree={Number(invoice.total) === 0}
      savedTotal={savedTotalOf(invoice)}
      tax={taxOf(invoice, fitting)}
      seller={defaults.seller}
    />
  );
}

/**
 * Returns the formatted total of a draft before its tax changed; undefined if it has not changed.
 */
export const savedTotalOf = ({ savedTotal, currency }: AdminInvoice): string | undefined =>
  savedTotal === null ? undefined : formatAmount(savedTotal, currency);

const taxOf = ({ totals, currency, seller }: AdminInvoice, fitting: TaxProposal): string =>
  taxesInWords(
    totals.taxes.map((tax) => ({ ...tax, base: formatAmount(tax.base, currency) })),
    seller.country,
    fitting,
  ).text;
