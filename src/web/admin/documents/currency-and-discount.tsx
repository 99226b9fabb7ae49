import { CurrencyField } from '~/web/admin/form/currency-field';
import type { FieldErrors } from '~/web/lib/form-errors';
import type { DiscountDraft } from './discount-draft';
import { DiscountField } from './discount-field';

interface CurrencyDraft extends DiscountDraft {
  currency: string;
}

/** Fields for the currency of a document, and the discount on all of its items. */
export function CurrencyAndDiscount(props: {
  draft: CurrencyDraft;
  errors: FieldErrors;
  set<Key extends keyof CurrencyDraft>(name: Key, value: CurrencyDraft[Key]): void;
}) {
  const { draft, errors, set } = props;
  const { currency } = draft;
  return (
    <>
      <CurrencyField
        value={currency}
        error={errors.currency}
        onChange={(code) => set('currency', code)}
      />
      <DiscountField
        value={draft}
        currency={currency}
        errors={errors}
        onChange={({ discount, discountValue }) => {
          if (discount !== undefined) set('discount', discount);
          if (discountValue !== undefined) set('discountValue', discountValue);
        }}
      />
    </>
  );
}
