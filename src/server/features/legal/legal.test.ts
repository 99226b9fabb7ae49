import { describe, expect, it } from 'vitest';

import type { LegalFacts } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';
import { cookieEntrySchema, legalTextSchema } from '~/contract/legal/legal-schema';
import { seedSettings } from '~/server/seed/settings';
import { cookieEntries, cookiesText } from './cookies';
import { privacyText } from './privacy';
import { serviceTermsCount, termsCardCount, termsText } from './terms';

const facts: LegalFacts = {
  brand: {
    name: 'Zzz',
    tagline: 'Sleep on it.',
    description: 'Another agency.',
    legalName: 'Zzz Works Ltd',
    foundedYear: 2001,
  },
  contact: {
    email: 'hello@zzz.example',
    phone: '+1 (555) 010-0199',
    address: ['9 Pillow Row', 'Nod'],
    hours: 'At night',
  },
  retention: { usageDataMonths: 7, supportMonths: 48, accountingYears: 7, privacyReplyDays: 12 },
};

const bare: LegalFacts = { ...facts, contact: { ...facts.contact, phone: '', address: [] } };

const texts = [
  ['privacy', privacyText],
  ['terms', termsText],
  ['cookies', cookiesText],
] as const;

function passages(text: LegalText): string[] {
  const { title, lead, sections } = text;
  return [title, lead, ...sections.flatMap((one) => [one.title, ...one.blocks.flat()])];
}

function section(text: LegalText, id: string): string {
  return (
    text.sections
      .find((one) => one.id === id)
      ?.blocks.flat()
      .join('\n') ?? ''
  );
}

describe.each(texts)('%s', (_, build) => {
  it('has sections with unique ids', () => {
    const text = build(facts);
    expect(legalTextSchema.safeParse(text).success).toBe(true);
    expect(text.version).toBe('1.0');
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each([
    ['everything about the agency', facts],
    ['an agency without phone and address', bare],
  ])('has no empty block with %s', (_, given) => {
    for (const { id, blocks } of build(given).sections) {
      expect([id, blocks.length > 0]).toEqual([id, true]);
      for (const block of blocks) expect([id, block.length > 0]).toEqual([id, true]);
    }
    for (const passage of passages(build(given))) {
      expect(passage).toMatch(/^\S(.*\S)?$/s);
      expect(passage).not.toMatch(/undefined|null|\[object|\(\)|, ,/);
    }
  });

  it('names the given agency, and no other', () => {
    const text = passages(build(facts)).join('\n');
    expect(text).toContain('Zzz');
    expect(text).toContain('hello@zzz.example');
    const { brand, contact } = seedSettings;
    for (const own of [brand.name, brand.legalName, contact.email, contact.phone]) {
      expect(text.toLowerCase()).not.toContain(own.toLowerCase());
    }
    for (const line of contact.address) expect(text).not.toContain(line);
  });
});

describe('the privacy policy', () => {
  it('prints the periods of the retention job', () => {
    const text = privacyText(facts);
    expect(section(text, 'retention')).toContain('Usage data: 7 months.');
    expect(section(text, 'retention')).toMatch(/^Support communications.*: 4 years\.$/m);
    expect(section(text, 'your-rights')).toContain('within 12 days');
  });

  it('contains the texts required of the sample agency', () => {
    const text = privacyText({ ...facts, retention: seedSettings.retention });
    expect(section(text, 'retention')).toContain('24 months');
    expect(section(text, 'retention')).toContain('3 years');
    expect(section(text, 'your-rights')).toContain('within 30 days');
    expect(text).toMatchObject({ updatedOn: '2025-07-15', effectiveOn: '2025-07-15' });
  });

  it('has a cookie policy and a section on retention', () => {
    const titles = Object.fromEntries(
      privacyText(facts).sections.map(({ id, title }) => [id, title]),
    );
    expect(titles).toMatchObject({
      'cookie-policy': 'Cookie policy',
      retention: 'How long we keep it',
    });
  });
});

describe('the terms', () => {
  const { sections, updatedOn, effectiveOn } = termsText(facts);

  it('begin with six cards, then the terms of each service, then refunds', () => {
    expect(sections.slice(0, termsCardCount).map(({ title }) => title)).toEqual([
      'Acceptance of Terms',
      'User Accounts',
      'Acceptable Use',
      'Payment Terms',
      'Limitation of Liability',
      'Governing Law',
    ]);
    const rest = sections.slice(termsCardCount);
    expect(rest.slice(0, serviceTermsCount).map(({ id, title }) => [id, title])).toEqual([
      ['web-development', 'Web Development'],
      ['digital-marketing', 'Digital Marketing'],
      ['consulting', 'Consulting'],
    ]);
    expect(rest.slice(serviceTermsCount).map(({ id, title }) => [id, title])).toEqual([
      ['refunds', 'Cancellation and Refund Policy'],
    ]);
    expect([updatedOn, effectiveOn]).toEqual(['2025-07-15', '2025-07-15']);
  });

  it('make sales final, review requests of the first 7 days and cap the liability', () => {
    const refunds = section(termsText(facts), 'refunds');
    expect(refunds).toContain('All sales are final');
    expect(refunds).toContain('Within 7 days of a purchase');
    expect(refunds).toContain('last 12 months');
  });
});

describe('the list of cookies', () => {
  it('has every entry once, complete', () => {
    expect(new Set(cookieEntries.map(({ name }) => name)).size).toBe(cookieEntries.length);
    for (const entry of cookieEntries) {
      expect(cookieEntrySchema.safeParse(entry).success).toBe(true);
      for (const value of Object.values(entry)) expect(value).toMatch(/\S/);
    }
  });
});
