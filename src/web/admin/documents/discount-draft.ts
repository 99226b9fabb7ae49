import { decimalsOf } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';

const discountKinds = ['none', 'percent', 'amount'] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** The discount of a document while it is edited. */
export interface DiscountDraft {
  discount: DiscountKind;
  discountValue: string;
}

export const noDiscount: DiscountDraft = { discount: 'none', discountValue: '' };

type Stored = { percent: string } | { amount: string } | null;

export function discountDraftOf(discount: Stored): DiscountDraft {
  if (discount === null) return noDiscount;
  return 'percent' in discount
    ? { discount: 'percent', discountValue: discount.percent }
    : { discount: 'amount', discountValue: discount.amount };
}

/** Converts the typed discount to the API's format; null if the discount has no value. */
export function discountOf({ discount, discountValue }: DiscountDraft, currency: string): Stored {
  const value = readDecimal(discountValue, discount === 'percent' ? 2 : decimalsOf(currency));
  if (discount === 'none' || !value) return null;
  return discount === 'percent' ? { percent: value } : { amount: value };
}
