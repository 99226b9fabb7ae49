import type { Discount } from './money';

/** What the sum of a discount is called, such as 'Discount, 7.5%'. */
export const discountLabel = (discount: Discount | null | undefined): string =>
  discount && 'percent' in discount ? `Discount, ${Number(discount.percent)}%` : 'Discount';
