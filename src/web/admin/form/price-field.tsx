import { NumberInput } from '@mantine/core';

import type { RecordForm } from './use-record-form';

/** A price. More than two decimals are rejected by the form's schema, not cut off. */
export function PriceField<Draft extends object>(props: {
  form: RecordForm<Draft>;
  name: keyof Draft & string;
  label: string;
  description?: string;
  step: number;
}) {
  const { form, name, label, description, step } = props;
  return (
    <NumberInput
      label={label}
      description={description}
      min={0}
      step={step}
      value={form.draft[name] as string}
      error={form.errorOf(name)}
      onChange={(value) => form.set(name, String(value) as Draft[typeof name])}
    />
  );
}
