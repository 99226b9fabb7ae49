import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { fillIn } from '~/contract/recurring-invoices/recurrence';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import type { Editing } from '~/web/admin/content/editor-drawer';
import { useBilledForm } from '~/web/admin/documents/billed-form';
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
import { MayChangeProvider, ReadOnly } from '~/web/admin/form/read-only';
import { RecordForm } from '~/web/admin/form/record-form';
import { useToday } from '~/web/admin/form/today';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { notifyDone, notifyFailed, notifyPartlyDone } from '~/web/admin/ui/notices';
import { RecordHead } from '~/web/admin/ui/record-page';
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
  const { openRecord } = useAdminSearch();
  const form = useRecordForm<RecurringDraft>({
    keeping: keepingOf('recurring invoice', opened),
    initial: opened ? draftOf(opened) : draftFor(emptyDraftOn(today, settings.currency), begun),
    schema: draftSchema,
    adapt: taxAdapter(defaults),
    save: async (draft, overwrite) => {
      const fields = { ...fieldsOf(draft, opened), proposedTax: billed.proposedTax };
      const saved = opened
        ? await client.admin.recurringInvoices.update.mutate({
            id: opened.id,
            ...fields,
            ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
          })
        : await client.admin.recurringInvoices.create.mutate(fields);
      if (isOtherTotal(saved, billed.totals)) {
        form.unsaved.forget();
        const { id, status, action, nextOn } = saved;
        const isDue = status === 'active' && action === 'issue' && nextOn && nextOn <= today;
        // Pauses the recurring invoice, because the job would issue a total that differs from the
        // confirmed one.
        if (isDue) await client.admin.recurringInvoices.pause.mutate({ id });
        notifyPartlyDone(
          isDue ? 'Saved and paused' : 'Saved',
          `The tax has changed. Please check the total${isDue ? ', then resume' : ''}`,
        );
        await refresh();
        if (opened) frame.onReload();
        else void openRecord(saved.id);
        return;
      }
      notifyDone('Recurring invoice saved');
      frame.onClose();
      await refresh();
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the recurring invoice'),
  });
  const { draft } = form;
  const { currency } = draft;
  /**
   * True while the form has not yet been saved with the first date that was changed in the dialog.
   */
  const isMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once, when the date has changed
  useEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    form.submit();
  }, [draft.startsOn]);
  const billed = useBilledForm(form, defaults, {
    usesLatestBilling: true,
    openedId: opened?.clientId,
  });
  const upcoming = upcomingOf(draft, opened, today);
  const first = upcoming?.[0];
  const isDueNow =
    draft.action === 'issue' && first && !first.isAsked && first.period.from <= today;
  const [isAsking, asking] = useDisclosure(false);
  const example = upcoming?.[0]?.period ?? { from: draft.startsOn, to: draft.startsOn };

  return (
    <MayChangeProvider value={mayChange}>
      {opened ? (
        <RecurringState opened={opened}>
          {mayChange && <DeleteRecurring recurring={opened} onDone={frame.onClose} />}
        </RecurringState>
      ) : (
        <RecordHead title="New recurring invoice" />
      )}
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
        summary={billed.summary}
      >
        <ReadOnly>
          {billed.fields()}
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
          {billed.advanced()}
        </ReadOnly>
        <UpcomingList upcoming={upcoming} currency={currency} />
        {opened && <MadeInvoices id={opened.id} />}
      </RecordForm>
      {isAsking && first && (
        <FirstInvoice
          client={draft.client}
          tax={
            taxesInWords(
              shownTaxes(first.taxes, currency),
              defaults.seller.country,
              billed.proposal,
            ).text
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
