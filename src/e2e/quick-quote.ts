import type { Page } from '@playwright/test';

import { expect, uniqueEmail } from './fixtures';

export const quickForm = (page: Page) => page.getByRole('form', { name: 'What would it cost?' });

export interface QuickAnswers {
  name: string;
  whatsapp: string;
  country: string;
  email: string;
  service: string;
}

export function quickAnswers(): QuickAnswers {
  return {
    name: 'Ada Byron',
    whatsapp: '+49 151 2345 6789',
    country: 'de',
    email: uniqueEmail(),
    service: 'web-development',
  };
}

export async function fillQuick(page: Page, answers: QuickAnswers): Promise<void> {
  const form = quickForm(page);
  await form.getByLabel('Name').fill(answers.name);
  await form.getByLabel('WhatsApp number').fill(answers.whatsapp);
  await form.getByLabel('Country').selectOption(answers.country);
  await form.getByLabel('Email').fill(answers.email);
  await form.getByLabel('Service').selectOption(answers.service);
}

export async function expectQuickAnswers(page: Page, answers: QuickAnswers): Promise<void> {
  const form = quickForm(page);
  await expect(form.getByLabel('Name')).toHaveValue(answers.name);
  await expect(form.getByLabel('WhatsApp number')).toHaveValue(answers.whatsapp);
  await expect(form.getByLabel('Country')).toHaveValue(answers.country);
  await expect(form.getByLabel('Email')).toHaveValue(answers.email);
  await expect(form.getByLabel('Service')).toHaveValue(answers.service);
}

/** Finds the button by role only, because its text changes while the form is being sent. */
export const quickSubmit = (page: Page) => quickForm(page).getByRole('button');

export const quickSubmitted = (page: Page) =>
  page.getByRole('heading', { name: 'Request Submitted!' });
