import { Button, Fieldset, NativeSelect, Text, TextInput } from '@mantine/core';

import { formatCents } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';
import { scheduleMax } from '~/contract/documents/documents';
import { scheduleCents } from '~/contract/documents/money';
import { useMayChange } from '~/web/admin/form/read-only';
import { RowTools } from '~/web/admin/form/row-tools';
import type { FieldErrors } from '~/web/lib/form-errors';
import { IconPlus } from '~/web/ui/icons';
import type { DueKind, PartDraft } from './proposal-draft';

const dueLabels: { value: DueKind; label: string }[] = [
  { value: 'on_acceptance', label: 'On acceptance' },
  { value: 'on_completion', label: 'On completion' },
  { value: 'days', label: 'Days after acceptance' },
  { value: 'date', label: 'On a date' },
];

const percentOf = ({ percent }: PartDraft): string => {
  const read = readDecimal(percent, 2);
  return /^\d{1,3}(\.\d{1,2})?$/.test(read) ? read : '0';
};

/** Returns the missing percentage; negative if the percentages exceed 100. */
const missingOf = (parts: readonly PartDraft[]): number =>
  Math.round(parts.reduce((left, part) => left - Number(percentOf(part)) * 100, 10_000)) / 100;

/** Returns the sum so far, and the missing or excess percentage. */
function sumText(missing: number): string {
  if (missing === 0) return 'Total 100%';
  const sum = Math.round((100 - missing) * 100) / 100;
  return `Total ${sum}%: ${Math.abs(missing)}% ${missing > 0 ? 'missing' : 'too much'}`;
}

/** Field for the payment schedule: which part of the total is due when. */
export function ScheduleField(props: {
  parts: PartDraft[];
  /** Total to divide into parts, with the default selection of options. */
  totalCents: number;
  currency: string;
  errors: FieldErrors;
  onChange(parts: PartDraft[]): void;
}) {
  const { parts, totalCents, currency, errors, onChange } = props;
  const missing = missingOf(parts);
  const amounts = scheduleCents(
    totalCents,
    parts.map((part) => ({ percent: percentOf(part) })),
    currency,
  );
  const mayChange = useMayChange();
  const change = (at: number, part: Partial<PartDraft>) =>
    onChange(parts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const add = () =>
    onChange([
      ...parts,
      {
        label: '',
        percent: String(Math.max(0, missing)),
        due: 'on_completion',
        days: '14',
        date: '',
      },
    ]);

  return (
    <Fieldset legend="Payments">
      {parts.map((part, index) => {
        const name = `payment ${index + 1}`;
        const path = `schedule.${index}`;
        const dueError = Object.entries(errors).find(([key]) => key.startsWith(`${path}.due`))?.[1];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <div key={index} className="schedule-row">
            <TextInput
              aria-label={`Label of ${name}`}
              placeholder="Label, such as Deposit"
              maxLength={100}
              value={part.label}
              error={errors[`${path}.label`]}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Percent of ${name}`}
              inputMode="decimal"
              rightSection="%"
              maxLength={6}
              value={part.percent}
              error={errors[`${path}.percent`]}
              onChange={(event) => change(index, { percent: event.currentTarget.value })}
            />
            <NativeSelect
              className="schedule-due"
              aria-label={`When ${name} is due`}
              data={dueLabels}
              value={part.due}
              error={dueError}
              onChange={(event) => change(index, { due: event.currentTarget.value as DueKind })}
            />
            <div>
              {part.due === 'days' && (
                <TextInput
                  aria-label={`Days until ${name} is due`}
                  inputMode="numeric"
                  rightSection="days"
                  rightSectionWidth={52}
                  maxLength={3}
                  value={part.days}
                  onChange={(event) => change(index, { days: event.currentTarget.value })}
                />
              )}
              {part.due === 'date' && (
                <TextInput
                  aria-label={`Date of ${name}`}
                  type="date"
                  value={part.date}
                  onChange={(event) => change(index, { date: event.currentTarget.value })}
                />
              )}
            </div>
            <Text className="schedule-amount" fz="sm" c="dimmed">
              {missing === 0 && formatCents(amounts[index] ?? 0, currency)}
            </Text>
            {mayChange && (
              <RowTools noun="payment" index={index} rows={parts} keepsLast onChange={onChange} />
            )}
          </div>
        );
      })}
      <Text fz="sm" mt={4} {...(missing === 0 ? { c: 'dimmed' } : { c: 'red', role: 'alert' })}>
        {parts.length === 0 && errors.schedule ? errors.schedule : sumText(missing)}
      </Text>
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={parts.length >= scheduleMax}
          onClick={add}
        >
          Add payment
        </Button>
      )}
    </Fieldset>
  );
}
