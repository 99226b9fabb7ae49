import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startDns } from '~/testing/dns';
import { startSmtp } from '~/testing/smtp';
import { domainOf } from './checks/sender-records';
import { httpsLine, mailLine, paymentsLine } from './network-lines';
import { isProbe } from './probe';

const secret = 'the secret of this site';

describe('the email task', () => {
  const sender = 'Agency <hello@mail.agency.example>';
  const spf = 'v=spf1 include:_spf.mail.example -all';
  const key = `v=DKIM1; k=rsa; p=${'A'.repeat(380)}`;
  const dmarc = 'v=DMARC1; p=quarantine';
  const all = {
    'mail.agency.example': ['google-site-verification=x', spf],
    'k1._domainkey.mail.agency.example': [key],
    '_dmarc.mail.agency.example': [dmarc],
  };
  let dns: Awaited<ReturnType<typeof startDns>>;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    [dns, smtp] = await Promise.all([startDns(), startSmtp()]);
  });
  afterAll(() => Promise.all([dns.stop(), smtp.stop()]));
  beforeEach(() => {
    dns.state.records = { ...all };
    dns.state.isBroken = false;
    dns.state.isSilent = false;
  });

  const env = () => ({ SMTP_URL: smtp.url, MAIL_FROM: sender, DEMO_MODE: false });
  const line = (from = sender) => mailLine(env(), from, dns.reader);

  it('is done if the mail server accepts the sign-in and the sender’s domain has its DNS records', async () => {
    expect(await line()).toEqual({
      id: 'mail',
      state: 'done',
      found: expect.stringMatching(/lets this product in.* Mail is sent from Agency/),
      notes: [`SPF: ${spf}`, 'DKIM: a key is at the selector k1.', `DMARC: ${dmarc}`],
    });
    expect(smtp.received).toEqual([]);
  });

  it('uses the policy of a parent domain', async () => {
    const { '_dmarc.mail.agency.example': own, ...others } = all;
    dns.state.records = { ...others, '_dmarc.agency.example': own };
    const { state, notes } = await line();
    expect([state, notes[2]]).toEqual(['done', `DMARC: ${dmarc}`]);
    expect(dns.asked).not.toContain('_dmarc.example');
  });

  it.each([
    ['SPF', 'mail.agency.example', /^SPF: mail\.agency\.example has no record/],
    ['DMARC', '_dmarc.mail.agency.example', /^DMARC: .* Add a TXT record at _dmarc\.mail/],
  ])('needs attention without %s', async (_, name, note) => {
    dns.state.records = { ...all, [name]: ['another text'] };
    const { state, notes } = await line();
    expect(state).toBe('attention');
    expect(notes).toContainEqual(expect.stringMatching(note));
  });

  it('needs attention with two SPF records, because receivers ignore both', async () => {
    dns.state.records = { ...all, 'mail.agency.example': [spf, 'v=spf1 mx -all'] };
    const { state, notes } = await line();
    expect([state, notes[0]]).toEqual(['attention', expect.stringMatching(/has 2 records/)]);
  });

  it.each([
    ['no key', undefined],
    ['a revoked key', ['v=DKIM1; p=']],
  ])('is done with %s at the usual selectors, and says where to look', async (_, texts) => {
    const { 'k1._domainkey.mail.agency.example': _key, ...others } = all;
    dns.state.records = {
      ...others,
      ...(texts && { 'k1._domainkey.mail.agency.example': texts }),
    };
    const { state, notes } = await line();
    expect([state, notes[1]]).toEqual([
      'done',
      expect.stringMatching(/another selector cannot be seen.*dkim=pass/),
    ]);
  });

  it.each(['isBroken', 'isSilent'] as const)('is not checked if DNS %s', async (how) => {
    dns.state[how] = true;
    const { state, notes } = await line();
    expect([state, notes[0]]).toEqual(['unchecked', 'SPF: DNS did not answer.']);
  });

  it('needs attention if the sender has no domain, or the server does not answer', async () => {
    expect(await line('no-reply@127.0.0.1')).toMatchObject({
      state: 'attention',
      notes: [expect.stringMatching(/set MAIL_FROM/)],
    });
    const away = { ...env(), SMTP_URL: 'smtp://127.0.0.1:2' };
    expect(await mailLine(away, sender, dns.reader)).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/could not be reached/),
      notes: [expect.stringMatching(/SMTP_URL/)],
    });
  });

  it('has the state "todo" without a mail server, and no DNS query is sent', async () => {
    const before = dns.asked.length;
    const none = { ...env(), SMTP_URL: undefined };
    expect(await mailLine(none, sender, dns.reader)).toMatchObject({ state: 'todo' });
    expect(dns.asked).toHaveLength(before);
  });

  it('reads the domain of the sender, if it has one', () => {
    expect(
      ['a@B.example', '"a@c" <a@b.example>', 'a@localhost', 'a@10.0.0.1', 'a'].map(domainOf),
    ).toEqual(['b.example', 'b.example', undefined, undefined, undefined]);
  });
});

describe('the tasks of payments and https', () => {
  let peer: Server;
  let url: string;
  let answer: (path: string, headers: Record<string, string | string[] | undefined>) => object;
  beforeAll(async () => {
    peer = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(answer(request.url ?? '', request.headers)));
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
  });
  afterAll(() => peer.close());

  const site = 'https://agency.example';
  const webhook = {
    url: `${site}/api/webhooks/stripe`,
    status: 'enabled',
    enabled_events: ['*'],
  };
  const keys = (STRIPE_SECRET_KEY: string | undefined) => ({
    DEMO_MODE: false,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: url,
  });

  it('show payments as done with live keys and a webhook', async () => {
    answer = (path) =>
      path.includes('webhook') ? { object: 'list', data: [webhook] } : { object: 'balance' };
    expect(await paymentsLine(keys('sk_live_1'), site)).toEqual({
      id: 'payments',
      state: 'done',
      found: `Stripe takes the keys (live). Stripe tells ${webhook.url}.`,
      notes: [],
    });
    expect(await paymentsLine(keys('sk_test_1'), site)).toMatchObject({
      state: 'attention',
      notes: [expect.stringMatching(/live keys/)],
    });
  });

  it('show payments as an open task without keys, and as needing attention without a webhook', async () => {
    answer = (path) =>
      path.includes('webhook') ? { object: 'list', data: [] } : { object: 'balance' };
    expect(await paymentsLine(keys('sk_live_1'), site)).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/no webhook for/),
    });
    expect(await paymentsLine(keys(undefined), site)).toMatchObject({ state: 'todo' });
  });

  it('show https as an open task without a public URL, and as needing attention without encryption', async () => {
    answer = (_, headers) => ({
      arrival: isProbe(secret, String(headers['x-setup-probe'])) && { hops: 0, trusted: 0 },
    });
    const env = (PUBLIC_URL: string | undefined) => ({ PUBLIC_URL, DEMO_MODE: false });
    expect(await httpsLine(env(undefined), secret)).toMatchObject({ state: 'todo' });
    expect(await httpsLine(env(url), secret)).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/leads here, without https\. 0 proxies/),
      notes: [expect.stringMatching(/certificate/)],
    });
    expect(await httpsLine(env('http://127.0.0.1:2'), secret)).toMatchObject({
      state: 'attention',
      found: expect.stringMatching(/cannot be reached/),
    });
  });
});
