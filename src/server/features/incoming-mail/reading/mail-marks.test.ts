import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';

import { readAuthentication } from './authentication';
import { automaticOf, isSpam, senderOf } from './mail-marks';

const headersOf = async (...lines: string[]) =>
  (await PostalMime.parse(lines.join('\r\n'))).headers;

describe('automaticOf', () => {
  it.each([
    ['automatic', 'Auto: Your quote', ['Auto-Submitted: auto-replied (vacation)']],
    [
      'automatic',
      'Automatic reply: Your quote',
      ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
    ],
    ['possibly', 'Automatische Antwort: Your quote', ['X-Auto-Response-Suppress: All']],
    ['possibly', 'Re: Your quote', ['Auto-Submitted: auto-generated']],
    ['possibly', 'Re: Your quote', ['X-Autoreply: yes']],
    ['possibly', 'Re: Your quote', ['Precedence: bulk']],
    ['possibly', 'Re: Your quote', ['Return-Path: <>']],
    [null, 'Re: Your quote', ['Auto-Submitted: no', 'Return-Path: <ada@client.example>']],
  ])('considers an email %s by subject %j and %j', async (expected, subject, lines) => {
    expect(automaticOf(await headersOf(...lines), subject, false)).toBe(expected);
  });
});

describe('isSpam', () => {
  it.each([
    [true, 'X-Spam-Flag: YES'],
    [true, 'X-Spam-Status: Yes, score=12.3 required=5.0 tests=BAYES_99,\r\n\tURIBL_BLACK'],
    [true, 'X-Spam: Yes'],
    [false, 'X-Spam-Flag: NO\r\nX-Spam-Status: No, score=-0.1 required=5.0'],
  ])('returns %s for %j', async (expected, header) => {
    expect(isSpam(await headersOf(header))).toBe(expected);
  });
});

describe('senderOf', () => {
  const ada = 'ada@client.example';
  const addressIn = async (from: string) => senderOf(await headersOf(`From: ${from}`)).address;

  it.each([
    [`Ada <${ada}>`, ada],
    [`${ada} (Ada)`, ada],
    [`Lovelace, Ada <${ada}>`, ada],
    [`"${ada}" <mallory@other.example>`, 'mallory@other.example'],
    [`${ada} <mallory@other.example>`, 'mallory@other.example'],
    ['Ada <ada@B\u00dcCHER.example>', 'ada@xn--bcher-kva.example'],
  ])('reads the email of %s', async (from, address) => {
    expect(await addressIn(from)).toBe(address);
  });

  it.each([
    // The receiving server may have checked only one of the two addresses.
    `${ada}, mallory@other.example`,
    `${ada}\r\nFrom: mallory@other.example`,
    `<${ada}> <mallory@other.example>`,
    `<${ada}>mallory@other.example`,
    `Team: ${ada}, mallory@other.example;`,
    `Team: ${ada}/mallory@other.example;`,
    `mallory"x"@client.example`,
    `Sales: Ada <${ada}>, Bo <mallory@other.example>`,
    `Ada <a@[IPv6:::1]>,`,
    `Ada, <${ada}>, mallory@other.example`,
    `mallory@other.example, Ada <${ada}>`,
    `${'x '.repeat(9_000)}<${ada}>`,
    `${ada}${'.x'.repeat(400)}`,
    'a\0da@client.example',
    'a\u202eda@client.example',
  ])('reads no email from %j', async (from) => {
    expect(await addressIn(from)).toBe('');
  });
});

describe('the only address in a malformed From header', () => {
  const email = 'ann@x.example';
  it.each([
    [`Sales: Ann Lee <${email}>`, 'Sales: Ann Lee'],
    [`Ann | X: Shop <${email}>`, 'Ann | X: Shop'],
    [`Re: Ann <${email}>`, 'Re: Ann'],
    [`Ann <${email}>,`, 'Ann'],
    [`Ann <${email}>;`, 'Ann'],
    [`${email},`, ''],
    [`Ann <${email}`, 'Ann'],
    [`Ann Lee ${email}`, 'Ann Lee'],
    [`Ann <mailto:${email}>`, 'Ann'],
    [`<mailto:${email}>`, ''],
    [`Team: ${email};`, 'Team'],
    [`"Ann" <${email}>,`, 'Ann'],
    [`=?utf-8?q?M=C3=BCller?=: X <${email}>`, 'Müller: X'],
  ])('is the sender: %s', async (from, name) => {
    expect(senderOf(await headersOf(`From: ${from}`))).toEqual({ name, address: email });
  });
});

describe('the name of a sender whose address is unclear', () => {
  it.each([
    ['Ann <a@x.example> via List <l@l.example>', 'Ann <a@x.example> via List <l@l.example>'],
    [
      'Ann <a@x.example>, Bo <b@y.example>\r\nSender: Bo <b@y.example>',
      'Ann <a@x.example>, Bo <b@y.example>',
    ],
    ['=?utf-8?q?M=C3=BCller?= <a@x.example> <b@y.example>', 'Müller <a@x.example> <b@y.example>'],
    ['Team: a@x.example, b@x.example;', 'Team: a@x.example, b@x.example;'],
    ['a@x.example\r\nFrom: b@y.example', 'a@x.example, b@y.example'],
  ])('contains all addresses of %s', async (from, name) => {
    expect(senderOf(await headersOf(`From: ${from}`))).toEqual({ name, address: '' });
  });
});

describe('readAuthentication', () => {
  it.each([
    ['pass', 'dmarc=pass header.from=client.example'],
    ['none', 'dmarc=pass'],
    ['none', 'dmarc=pass header.from=evil.example'],
    ['none', 'dmarc=pass reason="x header.from=client.example" header.from=evil.example'],
    ['fail', 'dmarc=fail (p=none) header.from=client.example; spf=pass; dkim=pass'],
    ['pass', 'spf=pass smtp.mailfrom=ada@client.example; dkim=pass header.d=client.example'],
    ['none', 'dmarc=none; spf=pass smtp.mailfrom=a@bulk.example; dkim=pass header.d=bulk.example'],
    ['pass', 'spf=softfail smtp.mailfrom=host.example; dkim=pass header.d=client.example'],
    ['none', 'spf=softfail smtp.mailfrom=client.example; dkim=none'],
    ['none', 'spf=pass smtp.mailfrom="eve; header.d=client.example"@evil.example'],
    ['none', 'spf=pass smtp.mailfrom=evil.example smtp.helo=client.example'],
    ['none', 'spf=pass (sender (is; dkim=pass header.d=client.example) known)'],
    ['none', 'dkim=pass header.d=example'],
    ['fail', 'dkim=fail header.d=client.example'],
    ['none', 'none'],
    ['fail', 'spf=fail smtp.mailfrom="x; dmarc=pass"@client.example (; dmarc=pass)'],
  ])('returns %s for %s', async (authentication, results) => {
    const headers = await headersOf(
      `Authentication-Results: MX.agency.example (a server); ${results}`,
      'Authentication-Results: mx.agency.example; dmarc=pass header.from=client.example',
    );
    expect(readAuthentication(headers, 'ada@client.example')).toEqual({
      authentication,
      authenticator: 'mx.agency.example',
    });
  });

  it('accepts both spellings of an international domain', async () => {
    for (const domain of ['b\u00fccher.example', 'xn--bcher-kva.example']) {
      const results = `mx.agency.example; dmarc=pass header.from=${domain}`;
      const headers = await headersOf(`Authentication-Results: ${results}`);
      expect(readAuthentication(headers, 'ada@xn--bcher-kva.example').authentication).toBe('pass');
    }
  });
});
