import type { Page } from '@playwright/test';

import { panel } from './people';

/** The part of a page in which a card is entered. */
export const payment = (page: Page) => panel(page, 'Payment');

/** Stripe's test cards. */
export const declinedCard = '4000 0000 0000 0002';
export const secureCard = '4000 0025 0000 3155';

/** Fills in a card and presses a button. */
export async function pay(page: Page, number: string, button: string): Promise<void> {
  const form = payment(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry (MM/YY)').fill('12/34');
  await form.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: button, exact: true }).click();
}
