import type { Page } from '@playwright/test';

import { uniqueEmail } from './fixtures';

const contactForm = (page: Page) => page.getByRole('form', { name: 'Send us a message' });
export const contactSubmit = (page: Page) => contactForm(page).locator('button[type=submit]');

export const contactAnswers = () => ({
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: uniqueEmail(),
  Phone: '+44 20 7946 0958',
  Service: 'branding',
  Message: 'The engine wants a name.\nAnd a mark.',
});

export async function fillContact(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(answers)) {
    const field = contactForm(page).getByLabel(label);
    if (label === 'Service') await field.selectOption(value);
    else await field.fill(value);
  }
}
