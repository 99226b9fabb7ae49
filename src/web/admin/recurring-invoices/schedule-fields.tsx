import { NumberInput, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';

import { everyMax, recurringUnits } from '~/contract/recurring-invoices/recurrence';
import type { RecurringAction } from '~/contract/recurring-invoices/recurring-invoices';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import type { RecurringDraft } from './recurring-draft';

/** Fields for interval, first and last date, and whether invoices are issued or kept as drafts. */
export function ScheduleFields({ form }: { form: RecordForm<RecurringDraft> }) {
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  const isOne = Number(draft.count) === 1;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} style={{ alignItems: 'start' }}>
        <NumberInput
          label="Every"
          required
          min={1}
          max={everyMax}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={draft.count}
          error={errorOf('every')}
          onChange={(count) => set('count', count)}
        />
        <Select
          label="Unit"
          required
          allowDeselect={false}
          data={recurringUnits.map((unit) => ({ value: unit, label: isOne ? unit : `${unit}s` }))}
          value={draft.unit}
          onChange={(unit) => {
            if (unit) set('unit', unit);
          }}
        />
        <TextInput type="date" label="First day" required {...texts('startsOn')} />
        <TextInput type="date" label="Last day" {...texts('endsOn')} />
      </SimpleGrid>
      <Radio.Group
        label="On each date, at 06:00"
        value={draft.action}
        onChange={(action) => set('action', action as RecurringAction)}
      >
        <Stack gap={6} mt={6}>
          <Radio value="issue" label="Send automatically" />
          <Radio value="draft" label="Create drafts" />
        </Stack>
      </Radio.Group>
    </>
  );
}
