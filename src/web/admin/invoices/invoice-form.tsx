import { Button, Group } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { formatAmount, formatCents } from '~/contract/common/currencies';
import { totalsOf } from '~/contract/documents/money';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { Editing } from '~/web/admin/content/editor-drawer';
import { ClientFields } from '~/web/admin/documents/client-fields';
import { CurrencyAndDiscount } from '~/web/admin/documents/currency-and-discount';
import { discountOf } from '~/web/admin/documents/discount-draft';
import { billedItems, type ItemDraft } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
import { MadeBy } from '~/web/admin/documents/made-by';
import {
  shownTaxes,
  TaxProposalNote,
  taxesInWords,
  useTaxProposal,
} from '~/web/admin/documents/tax-proposal';
import { standardRateOf } from '~/web/admin/documents/tax-setup';
import {
  type BillingDefaults,
  draftFor,
  WithBillingDefaults,
} from '~/web/admin/documents/with-billing-defaults';
import { Advanced } from '~/web/admin/form/advanced';
import { FieldList } from '~/web/admin/form/field-list';
import { RecordForm } from '~/web/admin/form/record-form';
import { useToday } from '~/web/admin/form/today';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { Notice } from '~/web/admin/ui/notice';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { useRefresh } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
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

const clientChanged =
  'Draft saved, but not issued: the client’s data has changed since you opened it. Please check it again.';

/** Returns whether a saved draft has another client or total than the confirmed one, because the client's record has changed. */
function differs(saved: AdminInvoice, draft: InvoiceDraft, opened: AdminInvoice | undefined) {
  const { items, currency } = draft;
  const { totalCents } = totalsOf(
    { items: billedItems(items, currency), discount: discountOf(draft, currency) },
    currency,
  );
  if (formatAmount(saved.total, saved.currency) !== formatCents(totalCents, currency)) return true;
  const changes = opened && changesOf(draft, opened);
  const isSameClient = changes && !('client' in changes) && !('clientId' in changes);
  return isSameClient && JSON.stringify(saved.client) !== JSON.stringify(opened.client);
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

  const store = (draft: InvoiceDraft, overwrite: boolean) => {
    if (!opened) return client.admin.invoices.create.mutate(fieldsOf(draft));
    return client.admin.invoices.update.mutate({
      id: opened.id,
      ...changesOf(draft, opened),
      ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
    });
  };

  const today = useToday();
  const form = useRecordForm<InvoiceDraft>({
    keeping: keepingOf('invoice', opened),
    initial: opened ? draftOf(opened) : draftFor(emptyDraftIn(settings.currency), begun),
    schema: draftSchema,
    save: async (draft, overwrite) => {
      const isIssued = isToBeIssued.current;
      const saved = await store(draft, overwrite);
      const { id } = saved;
      // Deletes the unsaved input before the form is opened again, because the form would restore it.
      form.unsaved.forget();
      if (!isIssued) {
        notifyDone('Draft saved');
        frame.onClose();
        await refresh();
        return;
      }
      try {
        if (differs(saved, draft, opened)) notifyFailed(undefined, '', clientChanged);
        else {
          showIssued(await client.admin.invoices.issue.mutate({ id }));
          notifyDone(draft.client.email ? 'Invoice issued and emailed' : 'Invoice issued');
        }
      } catch (error) {
        // The draft was saved in any case.
        notifyFailed(error, 'Draft saved, but it could not be issued');
      }
      await refresh();
      if (opened) frame.onReload();
      else void openRecord(id);
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the invoice'),
  });
  const { currency } = form.draft;
  const discount = discountOf(form.draft, currency);
  const items = useRef(form.draft.items);
  items.current = form.draft.items;
  const given = billedItems(form.draft.items, currency);
  const { totalCents, taxes } = totalsOf({ items: given, discount }, currency);
  const total = formatCents(totalCents, currency);
  const savedTotal =
    opened && total === formatAmount(opened.total, opened.currency)
      ? savedTotalOf(opened)
      : undefined;
  /** Validates first, so that the confirmation shows a form that can be issued without changes. */
  const ask = () => {
    setNoItem(given.length === 0);
    const isPast = form.draft.dueDate !== '' && form.draft.dueDate < today;
    setPast(isPast);
    if (form.isValid() && given.length > 0 && !isPast) setAsking(true);
  };
  const proposal = useTaxProposal(defaults, form.draft.client);
  const changeItems = (change: (before: readonly ItemDraft[]) => readonly ItemDraft[]) => {
    setNoItem(false);
    items.current = change(items.current);
    form.set('items', items.current);
  };
  return (
    <>
      <RecordForm
        form={form}
        submitLabel="Save draft"
        {...frame}
        aside={
          <Group gap="xs">
            {opened && <DeleteDraft invoice={opened} onDone={frame.onClose} />}
            <Button variant="light" onClick={ask}>
              Review and send
            </Button>
          </Group>
        }
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
        {opened && <MadeBy invoice={opened} />}
        <ClientFields form={form} />
        <TaxProposalNote
          defaults={defaults}
          proposal={proposal}
          items={form.draft.items}
          onChange={changeItems}
        />
        <ItemsField
          items={form.draft.items}
          currency={currency}
          defaultTax={proposal}
          categoriesAt={standardRateOf(defaults)}
          sellerCountry={defaults.seller.country}
          errors={hasNoItem ? { ...form.errors, items: 'Please add an item' } : form.errors}
          discount={discount}
          onChange={changeItems}
        />
        <Group align="flex-start" gap="sm">
          <CurrencyAndDiscount draft={form.draft} errors={form.errors} set={form.set} />
        </Group>
        <FieldList
          form={form}
          fields={[
            [
              {
                name: 'dueDate',
                label: 'Due date',
                type: 'date',
                description: 'Defaults to your payment terms, counted from the issue date.',
                error: isPastDue ? 'The due date is before today’s issue date' : undefined,
              },
              ...(opened
                ? [
                    {
                      name: 'scheduledFor' as const,
                      label: 'Issue on',
                      type: 'date' as const,
                      description: 'Issued automatically on that day.',
                    },
                  ]
                : []),
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
        <Advanced
          isUsed={serviceDates.some((key) => form.draft[key] !== '')}
          hasError={serviceDates.some(form.errorOf)}
        >
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
          />
        </Advanced>
      </RecordForm>
      {isAsking && (
        <IssueDialog
          draft={form.draft}
          total={total}
          isFree={totalCents === 0}
          savedTotal={savedTotal}
          tax={taxesInWords(shownTaxes(taxes, currency), defaults.seller.country, proposal).text}
          seller={defaults.seller}
          onClose={() => setAsking(false)}
          mutation={{
            mutationFn: async () => {
              setAsking(false);
              isToBeIssued.current = true;
              form.submit();
              // If the form is invalid, a later save must not issue the draft.
              isToBeIssued.current = false;
            },
          }}
        />
      )}
    </>
  );
}
