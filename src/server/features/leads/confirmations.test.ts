import { describe, expect, it } from 'vitest';

import { limits } from '~/server/platform/rate-limit/rate-limits';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { quoteForm: 1e6, contactForm: 1e6 },
});

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

/** Text that strangers may type into a form, with a different word for each field. */
const words = {
  name: 'Wordname',
  firstName: 'Wordfirst',
  lastName: 'Wordlast',
  company: 'Wordcompany',
  phone: '+49 30 555 0199',
  projectDetails: 'Worddetails buy at https://evil.example now',
  serviceName: 'Wordservice',
  message: 'Wordmessage buy at https://evil.example now',
  subject: 'Wordsubject',
};
const typed = /Word|evil|0199/;

const markup = 'See <a href="https://quist.example/offer">this link</a> as code.';
const forms = [
  ['quote', '/api/quotes', (email: string) => ({ ...quoteRequest({ email }), ...words })],
  ['message', '/api/contact', (email: string) => ({ ...contactMessage({ email }), ...words })],
] as const;

async function idOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: number }).id;
}

const mailsOf = (what: string, id: number) =>
  app.sql`select kind, "to", html, text, subject from mails where about = ${`${what}:${id}`} order by id`;

const kindsOf = async (what: string, id: number) =>
  (await mailsOf(what, id)).map(({ kind }) => kind);

describe.each(forms)('the email that confirms a %s', (what, path, body) => {
  it('repeats none of the submitted text; the agency’s email has all of it', async () => {
    const email = uniqueEmail();
    const id = await idOf(await app.postJson(path, body(email)));
    const [notice, received] = await mailsOf(what, id);
    expect(received).toMatchObject({ kind: `${what}_received`, to: email });
    for (const part of ['html', 'text', 'subject']) expect(received?.[part]).not.toMatch(typed);
    expect(received?.text).toContain('Hello,\n');
    expect(notice).toMatchObject({ kind: `${what}_notice`, to: 'hello@kestrel.example' });
    expect(notice?.text).toContain('evil.example');
    expect(notice?.text).toMatch(/Wordname|Wordfirst Wordlast/);
  });

  it('repeats nothing that a stranger submitted with a client’s email', async () => {
    const email = uniqueEmail();
    await signUpClient(app, email);
    const other = await signUpClient(app);
    const headers = { Cookie: other };
    const id = await idOf(await app.postJson(path, body(email), headers));
    expect((await mailsOf(what, id))[1]?.text).not.toMatch(typed);
  });

  it('repeats the text of a client who is signed in with that email', async () => {
    const email = uniqueEmail();
    const headers = { Cookie: await signUpClient(app, email) };
    const id = await idOf(await app.postJson(path, body(email.toUpperCase()), headers));
    expect((await mailsOf(what, id))[1]?.text).toMatch(/Wordname|Wordfirst/);
  });

  it('is sent at most three times a day to a mailbox, including its sub-addresses', async () => {
    const [local, domain] = uniqueEmail().split('@');
    const sent: string[][] = [];
    for (let at = 0; at < 5; at += 1) {
      const id = await idOf(await app.postJson(path, body(`${local}+${at}@${domain}`)));
      sent.push(await kindsOf(what, id));
    }
    const both = [`${what}_notice`, `${what}_received`];
    expect(sent).toEqual([both, both, both, [`${what}_notice`], [`${what}_notice`]]);
  });

  it('is not counted again for a repeat', async () => {
    const email = uniqueEmail();
    const repeated = { ...body(email), key: crypto.randomUUID() };
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => idOf(await app.postJson(path, repeated))),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await kindsOf(what, ids[0] ?? 0)).toHaveLength(2);
    const [spent] = await app.sql`
      select points from rate_limits where key = ${`confirmationsToMailbox:${email}`}`;
    expect(spent).toEqual({ points: 1 });
  });

  it.each([
    ['a filled trap field', { website: 'https://quist.example' }],
    ['a link in markup', { projectDetails: markup, message: markup }],
  ])(
    'is sent for a lead with %s, although the lead is listed as possible spam',
    async (_, more) => {
      const id = await idOf(await app.postJson(path, { ...body(uniqueEmail()), ...more }));
      const both = [`${what}_notice`, `${what}_received`];
      expect(await kindsOf(what, id)).toEqual(both);
      const asAdmin = askerOf(app, await signInAdmin(app));
      const noun = what === 'quote' ? 'quotes' : 'messages';
      const find = async (query: object) => {
        const { body: page } = await asAdmin<{
          result: { data: { rows: { id: number; spamReason: string | null; isSpam: boolean }[] } };
        }>(
          'GET',
          `/api/trpc/admin.${noun}.page?input=${encodeURIComponent(JSON.stringify(query))}`,
        );
        return page.result.data.rows.find((row) => row.id === id);
      };
      expect(await find({})).toMatchObject({ isSpam: false, spamReason: expect.any(String) });
      expect(await find({ status: 'spam' })).toBeDefined();
      const mark = (isSpam: boolean) =>
        asAdmin('POST', `/api/trpc/admin.${noun}.setSpam`, { ids: [id], isSpam });
      await mark(true);
      expect(await find({})).toBeUndefined();
      expect(await find({ status: 'spam' })).toMatchObject({ isSpam: true });
      await mark(false);
      expect(await find({})).toMatchObject({ isSpam: false, spamReason: null });
      expect(await find({ status: 'spam' })).toBeUndefined();
      expect(await kindsOf(what, id)).toEqual(both);
      const { body: news } = await asAdmin<{ id: string }[]>('GET', '/api/admin/recent-activities');
      expect(news.map((one) => one.id)).toContain(`${what}:${id}`);
    },
  );
});

describe.each([
  ['from one network', 'confirmationsFromNetwork', '198.51.100.77'],
  ['of the whole site', 'confirmations', 'site'],
] as const)('confirmations %s', (_, limit, counted) => {
  it('stop at the site’s limit; leads are still stored and the agency notified', async () => {
    const key = `${limit}:${counted}`;
    const headers = { 'X-Forwarded-For': '198.51.100.77' };
    await app.sql`
      insert into rate_limits (key, points, expire)
      values (${key}, ${limits[limit].points - 1}, now() + interval '1 hour')
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`;
    const kinds = async () =>
      kindsOf(
        'quote',
        await idOf(
          await app.postJson('/api/quotes', quoteRequest({ email: uniqueEmail() }), headers),
        ),
      );
    expect(await kinds()).toEqual(['quote_notice', 'quote_received']);
    expect(await kinds()).toEqual(['quote_notice']);
    await app.sql`delete from rate_limits where key = ${key}`;
  });
});

describe('an admin’s answer to a message', () => {
  it('quotes the message only to a verified email', async () => {
    const asAdmin = askerOf(app, await signInAdmin(app));
    const answered = async (email: string) => {
      const id = await idOf(
        await app.postJson('/api/contact', { ...contactMessage({ email }), ...words }),
      );
      const text = 'We would like to hear more.';
      await asAdmin('POST', `/api/admin/contact-messages/${id}/messages`, { text });
      const mails = await mailsOf('message', id);
      return String(mails.find(({ kind }) => kind === 'reply')?.text);
    };
    const client = uniqueEmail();
    await signUpClient(app, client);
    expect(await answered(client)).toMatch(typed);
    const unproven = await answered(uniqueEmail());
    expect(unproven).toContain('We would like to hear more.');
    expect(unproven).not.toMatch(typed);
  });
});
