import { Button, Fieldset, NativeSelect, Text, TextInput } from '@mantine/core';

import { readDecimal } from '~/contract/common/typed-decimals';
import { scheduleMax } from '~/contract/documents/documents';
import { useMayChange } from '~/web/admin/form/read-only';
import { RowTools } from '~/web/admin/form/row-tools';
import type { FieldErrors } from '~/web/lib/form-errors';
import { IconPlus } from '~/web/ui/icons';
import type { DueKind, PartDraft } from './proposal-draft';

const dueLabels: { value: DueKind; label: string }[] = [
  { value: 'on_acceptance', label: 'On acceptance' },
  { value: 'on_completion', label: 'When the work is done' },
  { value: 'days', label: 'Days after acceptance' },
  { value: 'date', label: 'On a date' },
];

/** What is left of 100 percent. */
const rest = (parts: readonly PartDraft[]): string => {
  const sum = parts.reduce((all, { percent }) => all + (Number(readDecimal(percent, 2)) || 0), 0);
  return String(Math.max(0, Math.round((100 - sum) * 100) / 100));
};

/** Which part of the total is paid when. */
export function ScheduleField(props: {
  parts: PartDraft[];
  errors: FieldErrors;
  onChange(parts: PartDraft[]): void;
}) {
  const { parts, errors, onChange } = props;
  const mayChange = useMayChange();
  const change = (at: number, part: Partial<PartDraft>) =>
    onChange(parts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const add = () =>
    onChange([
      ...parts,
      { label: '', percent: rest(parts), due: 'on_completion', days: '14', date: '' },
    ]);

  return (
    <Fieldset legend="Payments">
      {parts.map((part, index) => {
        const name = `payment ${index + 1}`;
        const path = `schedule.${index}`;
        const dueError = Object.entries(errors).find(([key]) => key.startsWith(`${path}.due`))?.[1];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
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
            {mayChange && (
              <RowTools noun="payment" index={index} rows={parts} keepsLast onChange={onChange} />
            )}
          </div>
        );
      })}
      {errors.schedule && (
        <Text c="red" fz="sm" role="alert">
          {errors.schedule}
        </Text>
      )}
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
