import { NativeSelect, TextInput } from '@mantine/core';

import type { FieldErrors } from '~/web/lib/form-errors';
import type { DiscountDraft, DiscountKind } from './discount-draft';

/** Field for the discount on all items of a document: none, a percentage or an amount. */
export function DiscountField(props: {
  value: DiscountDraft;
  currency: string;
  /** Errors by path, such as 'discount.amount'. */
  errors: FieldErrors;
  onChange(part: Partial<DiscountDraft>): void;
}) {
  const { value, currency, errors, onChange } = props;
  const error = Object.entries(errors).find(([path]) => path.startsWith('discount'))?.[1];
  return (
    <>
      <NativeSelect
        label="Discount"
        value={value.discount}
        data={[
          { value: 'none', label: 'None' },
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: `Amount in ${currency}` },
        ]}
        onChange={(event) => onChange({ discount: event.currentTarget.value as DiscountKind })}
      />
      {value.discount !== 'none' && (
        <TextInput
          label={value.discount === 'percent' ? 'Percent off' : 'Amount off'}
          inputMode="decimal"
          maxLength={16}
          value={value.discountValue}
          error={error}
          onChange={(event) => onChange({ discountValue: event.currentTarget.value })}
        />
      )}
    </>
  );
}
