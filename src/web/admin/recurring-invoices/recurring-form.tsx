import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { fillIn } from '~/contract/recurring-invoices/recurrence';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import type { Editing } from '~/web/admin/content/editor-drawer';
import { ClientFields } from '~/web/admin/documents/client-fields';
import { CurrencyAndDiscount } from '~/web/admin/documents/currency-and-discount';
import { discountOf } from '~/web/admin/documents/discount-draft';
import type { ItemDraft } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
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
import { FieldList } from '~/web/admin/form/field-list';
import { MayChangeProvider, ReadOnly } from '~/web/admin/form/read-only';
import { RecordForm } from '~/web/admin/form/record-form';
import { useToday } from '~/web/admin/form/today';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useCan } from '~/web/admin/shell/use-can';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { useRefresh } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
import { DeleteRecurring } from './delete-recurring';
import { FirstInvoice } from './first-invoice';
import {
  draftOf,
  draftSchema,
  emptyDraftOn,
  fieldsOf,
  type RecurringDraft,
  upcomingOf,
} from './recurring-draft';
import { MadeInvoices, RecurringState } from './recurring-state';
import { RequestField } from './request-field';
import { ScheduleFields } from './schedule-fields';
import { UpcomingList } from './upcoming-list';

/** Form of a recurring invoice. */
export function RecurringForm(props: Editing<Recurring>) {
  return (
    <WithBillingDefaults isNew={props.opened === undefined}>
      {(begun) => <Form {...props} begun={begun} />}
    </WithBillingDefaults>
  );
}

function Form({ opened, begun, ...frame }: Editing<Recurring> & { begun: BillingDefaults }) {
  const { defaults } = begun;
  const { client } = useRouter().options.context;
  const mayChange = useCan()('invoices.write');
  const settings = useSettings();
  const refresh = useRefresh();
  const today = useToday();
  const form = useRecordForm<RecurringDraft>({
    keeping: keepingOf('recurring invoice', opened),
    initial: opened ? draftOf(opened) : draftFor(emptyDraftOn(today, settings.currency), begun),
    schema: draftSchema,
    save: async (draft, overwrite) => {
      const fields = fieldsOf(draft, opened);
      if (opened) {
        await client.admin.recurringInvoices.update.mutate({
          id: opened.id,
          ...fields,
          ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
        });
      } else {
        await client.admin.recurringInvoices.create.mutate(fields);
      }
      notifyDone('Recurring invoice saved');
      frame.onClose();
      await refresh();
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the recurring invoice'),
  });
  const { draft } = form;
  const { currency } = draft;
  /** True until the form has adopted the first date that was changed in the dialog, and is saved. */
  const isMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once, when the date has changed
  useEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    form.submit();
  }, [draft.startsOn]);
  const items = useRef(draft.items);
  items.current = draft.items;
  const proposal = useTaxProposal(defaults, draft.client);
  const changeItems = (change: (before: readonly ItemDraft[]) => readonly ItemDraft[]) => {
    items.current = change(items.current);
    form.set('items', items.current);
  };
  const upcoming = upcomingOf(draft, opened, today);
  const first = upcoming?.[0];
  const isDueNow =
    draft.action === 'issue' && first && !first.isAsked && first.period.from <= today;
  const [isAsking, asking] = useDisclosure(false);
  const example = upcoming?.[0]?.period ?? { from: draft.startsOn, to: draft.startsOn };

  return (
    <MayChangeProvider value={mayChange}>
      {opened && <RecurringState opened={opened} />}
      <RecordForm
        form={{
          ...form,
          formProps: {
            ...form.formProps,
            onSubmit: (event) => {
              event.preventDefault();
              if (isDueNow && form.isValid()) asking.open();
              else form.submit();
            },
          },
        }}
        submitLabel="Save"
        {...frame}
        aside={opened && mayChange && <DeleteRecurring recurring={opened} onDone={frame.onClose} />}
      >
        <ReadOnly>
          <ClientFields form={form} isReadAnew />
          <TaxProposalNote
            defaults={defaults}
            proposal={proposal}
            items={draft.items}
            onChange={changeItems}
          />
          <ItemsField
            items={draft.items}
            currency={currency}
            defaultTax={proposal}
            categoriesAt={standardRateOf(defaults)}
            sellerCountry={defaults.seller.country}
            errors={form.errors}
            discount={discountOf(draft, currency)}
            onChange={changeItems}
          />
          <Group align="flex-start" gap="sm">
            <CurrencyAndDiscount draft={draft} errors={form.errors} set={form.set} />
          </Group>
          {upcoming && (
            <Text c="dimmed" fz="sm">
              In descriptions and in the note, {'{{month}}'} becomes, for example,{' '}
              {fillIn('{{month}}', example)}, and {'{{period}}'} becomes{' '}
              {fillIn('{{period}}', example)}.
            </Text>
          )}
          <ScheduleFields form={form} />
          <RequestField
            clientId={draft.clientId}
            value={draft.requestId}
            error={form.errorOf('requestId')}
            onChange={(requestId) => form.set('requestId', requestId)}
          />
          <FieldList
            form={form}
            fields={[
              {
                kind: 'area',
                name: 'note',
                label: 'Note',
                description: 'Printed below the items.',
                maxLength: 2000,
              },
            ]}
          />
        </ReadOnly>
        <UpcomingList upcoming={upcoming} currency={currency} />
        {opened && <MadeInvoices id={opened.id} />}
      </RecordForm>
      {isAsking && first && (
        <FirstInvoice
          client={draft.client}
          tax={
            taxesInWords(shownTaxes(first.taxes, currency), defaults.seller.country, proposal).text
          }
          upcoming={upcoming}
          currency={currency}
          onClose={asking.close}
          onIssue={() => {
            asking.close();
            form.submit();
          }}
          onStartOn={(day) => {
            asking.close();
            form.set('startsOn', day);
            isMoved.current = true;
          }}
        />
      )}
    </MayChangeProvider>
  );
}
