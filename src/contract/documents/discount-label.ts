import type { Discount } from './money';

/** Returns the label of a discount, such as 'Discount, 7.5%'. */
export const discountLabel = (discount: Discount | null | undefined): string =>
  discount && 'percent' in discount ? `Discount, ${Number(discount.percent)}%` : 'Discount';
