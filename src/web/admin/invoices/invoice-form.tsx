import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { formatAmount, formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { TotalsInCents } from '~/contract/documents/money';
import { shownStatus } from '~/contract/invoices/invoices';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { Editing } from '~/web/admin/content/editor-drawer';
import { useBilledForm } from '~/web/admin/documents/billed-form';
import { clientOf, withCurrentRecord } from '~/web/admin/documents/client-draft';
import { MadeBy } from '~/web/admin/documents/made-by';
import {
  isOtherTotal,
  shownTaxes,
  taxAdapter,
  taxesInWords,
} from '~/web/admin/documents/tax-proposal';
import {
  type BillingDefaults,
  draftFor,
  WithBillingDefaults,
} from '~/web/admin/documents/with-billing-defaults';
import { FieldList } from '~/web/admin/form/field-list';
import { RecordForm } from '~/web/admin/form/record-form';
import { useToday } from '~/web/admin/form/today';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed, notifyPartlyDone } from '~/web/admin/ui/notices';
import { RecordHead } from '~/web/admin/ui/record-page';
import { useRefresh } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
import { StatusBadge } from '~/web/ui/status-badge';
import { Completion } from './completion';
import { DeleteDraft } from './delete-draft';
import {
  changesOf,
  draftOf,
  draftSchema,
  emptyDraftIn,
  fieldsOf,
  type InvoiceDraft,
} from './invoice-draft';
import { IssueDialog, savedTotalOf } from './issue-dialog';
import { useShowIssued } from './show-issued';

const serviceDates = ['serviceDate', 'serviceFrom', 'serviceTo'] as const;

const checkAgain = 'The client’s data has changed since you opened it. Please check it again.';

/**
 * Returns whether the client, total or tax of a saved draft differs from the form, because the
 * client's record has changed.
 */
function differs(
  saved: AdminInvoice,
  { draft, totals }: { draft: InvoiceDraft; totals: TotalsInCents },
  opened: AdminInvoice | undefined,
) {
  if (isOtherTotal(saved, totals)) return true;
  const changes = opened && changesOf(draft, opened);
  const isSameClient = changes && !('client' in changes) && !('clientId' in changes);
  if (isSameClient) return JSON.stringify(saved.client) !== JSON.stringify(opened.client);
  if (draft.clientId === '' || draft.clientId === opened?.clientId) return false;
  const { client } = withCurrentRecord(draft, clientOf(saved.client));
  return JSON.stringify(client) !== JSON.stringify(draft.client);
}

/** Form of a draft, which can then be issued. */
export function InvoiceForm(props: Editing<AdminInvoice>) {
  return (
    <WithBillingDefaults isNew={props.opened === undefined}>
      {(begun) => <Form {...props} begun={begun} />}
    </WithBillingDefaults>
  );
}

function Form({ opened, begun, ...frame }: Editing<AdminInvoice> & { begun: BillingDefaults }) {
  const { defaults } = begun;
  const { client } = useRouter().options.context;
  const settings = useSettings();
  const { openRecord } = useAdminSearch();
  const refresh = useRefresh();
  const showIssued = useShowIssued();
  const [isAsking, setAsking] = useState(false);
  const [hasNoItem, setNoItem] = useState(false);
  const [isPastDue, setPast] = useState(false);
  const isToBeIssued = useRef(false);

  const isNew = opened === undefined;
  const today = useToday();

  const store = (draft: InvoiceDraft, overwrite: boolean) => {
    const changes = isNew ? fieldsOf(draft) : changesOf(draft, opened);
    const fields = { ...changes, ...(changes.items && { proposedTax: billed.proposedTax }) };
    if (isNew) return client.admin.invoices.create.mutate({ ...fieldsOf(draft), ...fields });
    return client.admin.invoices.update.mutate({
      id: opened.id,
      ...fields,
      ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
    });
  };

  const form = useRecordForm<InvoiceDraft>({
    keeping: keepingOf('invoice', opened),
    initial: opened ? draftOf(opened) : draftFor(emptyDraftIn(settings.currency), begun),
    schema: draftSchema,
    adapt: taxAdapter(defaults),
    save: async (draft, overwrite) => {
      const isIssued = isToBeIssued.current;
      const saved = await store(draft, overwrite);
      const { id, total } = saved;
      // Deletes the unsaved input, which the form would otherwise restore when it is opened again.
      form.unsaved.forget();
      const isChanged = differs(saved, { draft, totals: billed.totals }, opened);
      if (!isIssued && !isChanged) {
        const { scheduledFor } = draft;
        notifyDone(
          scheduledFor ? `Saved. It is issued on ${dateInWords(scheduledFor)}` : 'Draft saved',
        );
        frame.onClose();
        await refresh();
        return;
      }
      try {
        if (isChanged) {
          notifyPartlyDone(isIssued ? 'Draft saved, but not issued' : 'Draft saved', checkAgain);
        } else {
          const confirmed = { total, client: saved.client };
          showIssued(await client.admin.invoices.issue.mutate({ id, confirmed }));
          notifyDone(draft.client.email ? 'Invoice issued and emailed' : 'Invoice issued');
        }
      } catch (error) {
        // Saving succeeded; only issuing failed.
        notifyFailed(error, 'Draft saved, but it could not be issued');
      }
      await refresh();
      if (isNew) void openRecord(id);
      else frame.onReload();
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the invoice'),
  });
  const billed = useBilledForm(form, defaults, {
    isUsed: serviceDates.some((key) => form.draft[key] !== ''),
    openedId: opened?.clientId,
  });
  const { currency } = form.draft;
  const { totalCents, taxes } = billed.totals;
  const isEmpty = billed.given.length === 0;
  const total = formatCents(totalCents, currency);
  const savedTotal =
    opened && total === formatAmount(opened.total, opened.currency)
      ? savedTotalOf(opened)
      : undefined;
  const { scheduledFor, dueDate } = form.draft;
  const isScheduled = scheduledFor > today;
  // True for a new date that is not in the future: a job would issue the draft immediately.
  const isTooSoon =
    scheduledFor !== '' && !isScheduled && scheduledFor !== (opened?.scheduledFor ?? '');
  /**
   * Validates the form before it asks for a confirmation, so that the confirmed invoice can be
   * issued.
   */
  const ask = () => {
    setNoItem(isEmpty);
    const isPast = dueDate !== '' && dueDate < today;
    setPast(isPast);
    if (form.isValid() && !isEmpty && !isPast) setAsking(true);
  };
  const review = (label: string, variant: 'filled' | 'default') => (
    <Button variant={variant} onClick={ask}>
      {label}
    </Button>
  );
  return (
    <>
      <RecordHead
        title={isNew ? 'New invoice' : 'Draft invoice'}
        state={
          opened && (
            <>
              <StatusBadge status={shownStatus(opened)} />
              <MadeBy invoice={opened} />
            </>
          )
        }
        actions={opened && <DeleteDraft invoice={opened} onDone={frame.onClose} />}
      />
      <RecordForm
        form={{
          ...form,
          formProps: {
            ...form.formProps,
            onSubmit: (event) => {
              event.preventDefault();
              if (!isTooSoon) form.submit();
            },
          },
        }}
        submitLabel={isScheduled ? 'Save and schedule' : 'Save draft'}
        primary={!isScheduled && review('Review and send', 'filled')}
        aside={isScheduled && review('Review and send now', 'default')}
        summary={billed.summary}
        {...frame}
      >
        {opened?.onCompletion && !opened.heldFor && (
          <Completion invoice={opened} onReload={frame.onReload} />
        )}
        {opened?.heldFor && (
          <Notice tone="wait" title="Waits for you to issue it">
            It was not issued automatically. {opened.heldFor}.
            {opened.scheduledFor &&
              ' Once this is corrected, or its items are changed, it is issued automatically.'}
          </Notice>
        )}
        {billed.fields(hasNoItem && isEmpty ? 'Please add an item' : undefined)}
        <FieldList
          form={form}
          fields={[
            [
              {
                name: 'scheduledFor',
                label: 'Issue date',
                type: 'date',
                description: 'Leave it empty to issue the invoice when you send it.',
                error: isTooSoon
                  ? 'Choose a later day, or leave it empty and send the invoice'
                  : undefined,
              },
              {
                name: 'dueDate',
                label: 'Due date',
                type: 'date',
                description: 'Defaults to your payment terms, counted from the issue date.',
                error: isPastDue ? 'The due date is before today’s issue date' : undefined,
              },
            ],
            {
              kind: 'area',
              name: 'note',
              label: 'Note',
              description: 'Printed below the items.',
              maxLength: 2000,
            },
          ]}
        />
        {billed.advanced(
          <FieldList
            form={form}
            fields={[
              [
                {
                  name: 'serviceDate',
                  label: 'Service date',
                  type: 'date',
                  description: 'Optional. Printed on the invoice.',
                },
                {
                  name: 'serviceFrom',
                  label: 'Service from',
                  type: 'date',
                  description: 'For a period instead of a date.',
                },
                {
                  name: 'serviceTo',
                  label: 'Service to',
                  type: 'date',
                  description: 'Last day of the period.',
                },
              ],
            ]}
          />,
          serviceDates.some((key) => form.errorOf(key) !== undefined),
        )}
      </RecordForm>
      {isAsking && (
        <IssueDialog
          draft={form.draft}
          total={total}
          isFree={totalCents === 0}
          savedTotal={savedTotal}
          tax={
            taxesInWords(shownTaxes(taxes, currency), defaults.seller.country, billed.proposal).text
          }
          seller={defaults.seller}
          onClose={() => setAsking(false)}
          mutation={{
            mutationFn: async () => {
              setAsking(false);
              isToBeIssued.current = true;
              form.submit();
              // If the form is invalid, it was not sent. A later save must not issue the draft.
              isToBeIssued.current = false;
            },
          }}
        />
      )}
    </>
  );
}
