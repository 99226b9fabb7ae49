import { describe, expect, it } from 'vitest';

import { mailKinds } from '~/contract/common/mail';
import { createMailer } from '~/server/platform/mail/mailer';
import { seedSettings } from '~/server/seed/settings';
import { renderMailSample } from './mail-samples';

const colour = '#123456';
const tones = {
  paper: colour,
  raised: colour,
  ink: colour,
  quiet: colour,
  line: colour,
  rust: colour,
  'on-rust': colour,
  straw: colour,
};

const mailerOf = (contact: typeof seedSettings.contact) =>
  createMailer({
    outbox: {
      enqueue: async () => {
        throw new Error('a sample was about to be sent');
      },
      flushSoon: () => {},
    },
    publicUrl: 'http://agency.test',
    getSettings: async () => ({
      brand: seedSettings.brand,
      contact,
      answerWithin: 'one working day',
    }),
    getLook: async () => ({ tones, darkTones: tones }),
    getLegalLine: async () => ['Agency Ltd'],
  });

describe('the sample of', () => {
  const mailer = mailerOf(seedSettings.contact);

  it.each(mailKinds)('%s is a whole mail', async (kind) => {
    const { subject, html, text, to } = await renderMailSample(mailer, kind);
    for (const part of [subject, html, text]) {
      expect(part.trim()).not.toBe('');
      expect(part).not.toMatch(/undefined|\[object|\bnull\b|NaN/);
    }
    expect(to).toContain('@');
    expect(html).toContain('<h1');
    expect(text).toContain(seedSettings.brand.name);
  });

  it('a mail to the agency is there before the agency has an address', async () => {
    const sample = await renderMailSample(
      mailerOf({ ...seedSettings.contact, email: '' }),
      'quote_notice',
    );
    expect(sample.to).toBe('hello@agency.example');
  });
});
