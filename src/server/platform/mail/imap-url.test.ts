import { describe, expect, it } from 'vitest';

import { parseImapUrl } from './imap-url';

const secret = 'tr0ub4dor';

describe('parseImapUrl', () => {
  it('fills in the defaults', () => {
    expect(parseImapUrl('imaps://hello:secret@mail.example')).toEqual({
      host: 'mail.example',
      port: 993,
      security: 'tls',
      user: 'hello',
      password: 'secret',
      mailbox: 'INBOX',
    });
  });

  it.each([
    ['imaps://u:p@mail.example', 'tls', 993],
    ['imaps://u:p@mail.example:1993', 'tls', 1993],
    ['imaps://u:p@127.0.0.1', 'tls', 993],
    ['imap://u:p@mail.example', 'starttls', 143],
    ['imap://u:p@10.0.0.1:1143', 'starttls', 1143],
    ['imap://u:p@localhost', 'loopback', 143],
    ['imap://u:p@127.0.0.1:1143', 'loopback', 1143],
    ['imap://u:p@[::1]:1143', 'loopback', 1143],
    ['imap://u:p@127.0.0.1.evil.example', 'starttls', 143],
  ])('%s has security %s and port %i', (url, security, port) => {
    expect(parseImapUrl(url)).toMatchObject({ security, port });
  });

  it('writes an IPv6 address in the form for a connection', () => {
    expect(parseImapUrl('imaps://u:p@[2001:db8::1]/').host).toBe('2001:db8::1');
  });

  it('decodes user, password and mailbox', () => {
    expect(
      parseImapUrl(
        'imaps://hello%40agency.example:p%3A%2F%40%25%C3%A9@mail.example/Eingang%20%C3%BC',
      ),
    ).toMatchObject({
      user: 'hello@agency.example',
      password: 'p:/@%é',
      mailbox: 'Eingang ü',
    });
  });

  it.each([
    ['', 'INBOX'],
    ['/', 'INBOX'],
    ['/Replies', 'Replies'],
    ['/Support/Replies/', 'Support/Replies'],
    ['/INBOX.Replies', 'INBOX.Replies'],
  ])('path %j means mailbox %s', (path, mailbox) => {
    expect(parseImapUrl(`imaps://u:p@mail.example${path}`).mailbox).toBe(mailbox);
  });

  it.each([
    [`mail.example`, /must look like imaps:/],
    [`https://u:${secret}@mail.example/`, /must be an imaps/],
    [`imaps://u:${secret}@/INBOX`, /must look like|names no host/],
    [`imaps://mail.example/${secret}`, /no user or no password/],
    [`imaps://u@mail.example/${secret}`, /no user or no password/],
    [`imaps://:${secret}@mail.example/`, /no user or no password/],
    [`imaps://u:${secret}@mail.example:0/`, /port from 1 to 65535/],
    [`imaps://u:${secret}@mail.example:66000/`, /must look like/],
    [`imaps://u:${secret}@mail.example/a?b`, /\? or #/],
    [`imaps://u:p#${secret}@mail.example/`, /must look like|\? or #|no user/],
    [`imaps://u:${secret}%@mail.example/`, /% in its password/],
    [`imaps://u:${secret}%0D%0A@mail.example/`, /control character in its password/],
    [`imaps://u:${secret}@mail.example/a%00`, /control character in its mailbox/],
  ])('rejects %s, without the password in the message', (url, message) => {
    const error = (() => {
      try {
        return parseImapUrl(url);
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).stack).not.toContain(secret);
  });
});
