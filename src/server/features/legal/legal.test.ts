import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type AnyLegalPage, allLegalPages } from '~/contract/legal/legal';
import { cookieEntrySchema } from '~/contract/legal/legal-schema';
import { fillLegalText, unknownVariables } from '~/contract/legal/legal-variables';
import { seedSettings } from '~/server/seed/settings';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { userOf } from '~/testing/threads';
import { cookieEntries } from './cookies';
import { legalDrafts } from './drafts';
import { sectionsOf } from './sections';
import { type LegalFacts, wordsOf } from './words';

const facts: LegalFacts = {
  brand: { name: 'Zzz', legalName: 'Zzz Works Ltd' },
  contact: {
    email: 'hello@zzz.example',
    phone: '+1 (555) 010-0199',
    address: ['9 Pillow Row', 'Nod'],
  },
  retention: { usageDataMonths: 7, supportMonths: 48, accountingYears: 7, privacyReplyDays: 12 },
  taxNumber: 'ZZ 123',
};
const bare: LegalFacts = {
  ...facts,
  contact: { ...facts.contact, phone: '', address: [] },
  taxNumber: '',
};
const textOf = (page: AnyLegalPage, given = facts) =>
  fillLegalText(legalDrafts[page].text, wordsOf(given));
const sectionOf = (page: AnyLegalPage, id: string, given = facts) =>
  sectionsOf(textOf(page, given)).sections.find((one) => one.id === id)?.html ?? '';

describe.each(allLegalPages)('the text %s', (page) => {
  it('has a lead and sections with unique ids', () => {
    const { lead, sections } = sectionsOf(textOf(page));
    expect(lead).toMatch(/^\S.*\.$/);
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, html } of sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(html).toMatch(/<p>|<ul>/);
    }
  });

  it.each([
    ['all data of the agency', facts],
    ['an agency without phone, address and tax number', bare],
  ])('fills in every placeholder, with %s', (_, given) => {
    expect(textOf(page, given)).not.toMatch(/undefined|null|\[object|\(\)|, ,|^- .*: *$|\{\{/m);
    expect(unknownVariables(legalDrafts[page].text)).toEqual([]);
  });

  it('names only the given agency', () => {
    const text = textOf(page).toLowerCase();
    expect(text).toContain('zzz');
    const { brand, contact } = seedSettings;
    for (const own of [
      brand.name,
      brand.legalName,
      contact.email,
      contact.phone,
      ...contact.address,
    ]) {
      expect(text).not.toContain(own.toLowerCase());
    }
  });
});

describe('the privacy policy', () => {
  it('prints the periods of the retention job', () => {
    expect(sectionOf('privacy', 'retention')).toContain('Usage data: 7 months.');
    expect(sectionOf('privacy', 'retention')).toMatch(/Support communications.*: 4 years\./);
    expect(sectionOf('privacy', 'your-rights')).toContain('within 12 days');
  });

  it('contains the texts required of the sample agency', () => {
    const given = { ...facts, retention: seedSettings.retention };
    expect(sectionOf('privacy', 'retention', given)).toContain('24 months');
    expect(sectionOf('privacy', 'retention', given)).toContain('3 years');
    expect(sectionOf('privacy', 'your-rights', given)).toContain('within 30 days');
    expect(sectionOf('privacy', 'cookie-policy')).not.toBe('');
  });
});

describe('the terms', () => {
  it('begin with six general sections, then one for each service, then refunds', () => {
    const { sections } = sectionsOf(textOf('terms'));
    expect(sections.map(({ title }) => title)).toEqual([
      'Acceptance of Terms',
      'User Accounts',
      'Acceptable Use',
      'Payment Terms',
      'Limitation of Liability',
      'Governing Law',
      'Web Development',
      'Digital Marketing',
      'Consulting',
      'Cancellation and Refund Policy',
    ]);
    expect(sections.at(-1)?.id).toBe('refunds');
  });

  it('make sales final, review requests of the first 7 days and cap the liability', () => {
    const refunds = sectionOf('terms', 'refunds');
    expect(refunds).toContain('All sales are final');
    expect(refunds).toContain('Within 7 days of a purchase');
    expect(refunds).toContain('last 12 months');
  });
});

it('the list of cookies has every entry once, complete', () => {
  expect(new Set(cookieEntries.map(({ name }) => name)).size).toBe(cookieEntries.length);
  for (const entry of cookieEntries) {
    expect(cookieEntrySchema.safeParse(entry).success).toBe(true);
    for (const value of Object.values(entry)) expect(value).toMatch(/\S/);
  }
});

describe('sections of Markdown', () => {
  it('escape HTML, and number equal titles', () => {
    const { lead, sections } = sectionsOf(
      'First\nline\n\n## A title {#named}\n\nOne <script>alert(1)</script>\n\n## A title\n\nTwo\n\n## A title\n\n### Part\n\nThree',
    );
    expect(lead).toBe('First line');
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['named', 'A title'],
      ['a-title', 'A title'],
      ['a-title-2', 'A title'],
    ]);
    expect(sections[0]?.html).not.toContain('<script>');
  });
});

describe('a version by an owner', () => {
  let app: TestApp;
  let owner: CurrentUser;
  beforeAll(async () => {
    app = await startTestApp();
    owner = await userOf(app, (await signedInAs(app, 'owner')).id);
  });
  afterAll(() => app.close());

  const legal = () => app.services.admin.legal;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const save = async (
    page: AnyLegalPage,
    text: string,
    effectiveOn: string,
    seenVersion?: number,
  ) => {
    const { versions, title } = await legal().get(page);
    const seen = seenVersion ?? versions[0]?.version ?? 0;
    return legal().save(owner, { page, title, text, effectiveOn, seenVersion: seen });
  };
  const page = async (path: string) => {
    const response = await app.fetch(path);
    return { status: response.status, html: await response.text() };
  };

  it('is in effect from its day on, and leaves earlier versions readable', async () => {
    expect((await page('/privacy')).html).not.toContain('Other versions');
    await save('privacy', 'What {{agency}} keeps.\n\n## Nothing\n\nWe keep nothing.', day(0));
    await expect.poll(async () => (await page('/privacy')).html).toContain('We keep nothing.');
    const { html } = await page('/privacy');
    expect(html).toContain('<dd>2.0</dd>');
    expect(html).toContain('href="/legal/privacy/1"');
    const first = await page('/legal/privacy/1');
    expect(first.html).toContain('Who we are');
    expect(first.html).toContain('noindex');
    expect((await page('/legal/privacy/9')).status).toBe(404);

    // A scheduled version is listed, and the current text stays.
    await save('privacy', 'What {{agency}} will keep.\n\n## Later\n\nSomething.', day(3));
    expect((await legal().list()).find((one) => one.page === 'privacy')).toMatchObject({
      ...{ version: '2.0', isPublished: true, isDefault: false, editedBy: 'Olive Tester' },
      upcoming: { version: 3, effectiveOn: day(3) },
    });
    await expect.poll(async () => (await page('/privacy')).html).toContain('upcoming');
    expect((await page('/privacy')).html).toContain('We keep nothing.');
    expect((await page('/legal/privacy/3')).html).toContain('Something.');
    await app.sql`update legal_versions set effective_on = ${day(0)} where page = 'privacy' and version = 3`;
    expect(await app.services.legal.announce()).toContain('1 legal texts');
    await expect.poll(async () => (await page('/privacy')).html).toContain('Something.');
    const { versions } = await legal().get('privacy');
    expect(versions.map(({ version, author }) => [version, author])).toEqual([
      [3, 'Olive Tester'],
      [2, 'Olive Tester'],
      [1, ''],
    ]);
  });

  it('is scheduled if a new page takes effect on a later day', async () => {
    await save('accessibility', 'Soon.\n\n## All\n\nWell.', day(2));
    expect((await legal().list()).find((one) => one.page === 'accessibility')).toMatchObject({
      ...{ version: '', isPublished: false, isDefault: false, effectiveOn: null },
      upcoming: { version: 1, effectiveOn: day(2) },
    });
    expect((await page('/legal/accessibility')).status).toBe(404);
    // A draft that is too long for a URL can be previewed.
    const response = await app.postJson(
      '/api/trpc/admin.legal.preview',
      {
        page: 'imprint',
        title: 'Imprint',
        text: `By {{agency}}\n\n## A\n\n${'Long. '.repeat(9_000)}`,
      },
      { Cookie: (await signedInAs(app, 'owner')).cookie },
    );
    expect(response.status).toBe(200);
    expect((await response.text()).includes('"version":"1.0"')).toBe(true);
  });

  it('is an additional page from a template, in the footer and the sitemap until it is withdrawn', async () => {
    expect((await page('/legal/imprint')).status).toBe(404);
    const { draft } = await legal().get('imprint');
    // Publishing fails while the text contains instructions of the template.
    await expect(save('imprint', draft.text, day(0))).rejects.toThrow(
      'Please write or delete what the template asks for: “Name the register',
    );
    const text = draft.text.replaceAll(/^Name .*$/gm, 'Ada Byron, Harbour Point');
    await save('imprint', `${text}\n\nRegister: HRB 1`, day(0));
    await expect.poll(async () => (await page('/legal/imprint')).html).toContain('HRB 1');
    expect((await page('/legal/imprint')).html).toContain('<dd>1.0</dd>');
    await expect.poll(async () => (await page('/about')).html).toContain('href="/legal/imprint"');
    expect((await page('/sitemap.xml')).html).toContain('/legal/imprint');
    const { versions } = await legal().get('imprint');
    await legal().withdraw(owner, { page: 'imprint', seenVersion: versions[0]?.version ?? 0 });
    await expect.poll(async () => (await page('/legal/imprint')).status).toBe(404);
    await expect.poll(async () => (await page('/about')).html).not.toContain('/legal/imprint');
    await expect(legal().withdraw(owner, { page: 'terms', seenVersion: 1 })).rejects.toThrow(
      'Every site needs this page',
    );
  });

  it('is saved once by two concurrent saves, and not before an earlier version', async () => {
    const results = await Promise.allSettled([
      save('cookies', 'One\n\n## A\n\nA', day(0), 1),
      save('cookies', 'Two\n\n## B\n\nB', day(0), 1),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(save('cookies', 'Three\n\n## C\n\nC', day(-2))).rejects.toThrow(
      'cannot hold earlier',
    );
    await expect(save('cookies', 'Old\n\n## C\n\nC', day(0), 1)).rejects.toThrow(
      'changed this record',
    );
  });

  it('shows the date of the agency; a default text shows the day on which it was confirmed', async () => {
    const { html } = await page('/terms');
    expect(html).toContain('July 15, 2025');
    const digest = await app.services.legal.digest();
    await app.services.admin.setup.confirmLegal({ ...owner }, digest);
    await expect.poll(async () => (await page('/terms')).html).not.toContain('July 15, 2025');
    // A text that was changed must be confirmed again.
    await save('terms', 'Short.\n\n## All\n\nAsk us.', day(0));
    expect(await app.services.legal.digest()).not.toBe(digest);
    await expect.poll(async () => (await page('/terms')).html).toContain('Ask us.');
  });

  it('can be replaced while it is scheduled, also by one that takes effect at once', async () => {
    await save('accessibility', 'First.\n\n## A\n\nA', '2199-12-31');
    await save('accessibility', 'Second.\n\n## B\n\nB', day(0));
    await expect.poll(async () => (await page('/legal/accessibility')).html).toContain('Second.');
    const { versions } = await legal().get('accessibility');
    await legal().withdraw(owner, {
      page: 'accessibility',
      seenVersion: versions[0]?.version ?? 0,
    });
    await expect.poll(async () => (await page('/legal/accessibility')).status).toBe(404);
  });

  it('cannot contain unknown placeholders', async () => {
    const response = await app.postJson(
      '/api/trpc/admin.legal.save',
      {
        page: 'terms',
        title: 'Terms',
        text: 'By {{competitor}}',
        effectiveOn: day(0),
        seenVersion: 9,
      },
      { Cookie: (await signedInAs(app, 'owner')).cookie },
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('There is no variable {{competitor}}');
  });
});
