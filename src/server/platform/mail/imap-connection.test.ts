import { inspect } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import { selfSignedCertificate } from '~/testing/certificates';
import {
  endWatching,
  mailOf,
  startMailServer,
  subjectsIn,
  until,
  watchMailbox,
} from '~/testing/watched-mailbox';
import { checkMailbox } from './imap-connection';
import { imapReasonFor } from './imap-failures';
import { type ImapSettings, parseImapUrl } from './imap-url';

afterEach(endWatching);

/**
 * Returns the message that the owner sees; undefined on success. Checks that nothing that could be logged contains the
 * password.
 */
async function problemOf(url: string, changes: Partial<ImapSettings> = {}, withinMs?: number) {
  const settings = { ...parseImapUrl(url), ...changes };
  try {
    await checkMailbox(settings, withinMs);
    return undefined;
  } catch (error) {
    const logged = inspect(error, { depth: 10 });
    expect(logged).not.toContain(settings.password);
    expect(logged).not.toContain(
      Buffer.from(`\0${settings.user}\0${settings.password}`).toString('base64'),
    );
    return imapReasonFor(error);
  }
}

describe('checkMailbox', () => {
  it('creates the folder for processed emails, reads none, and signs out', async () => {
    const server = await startMailServer();
    server.deliver(mailOf('one'));
    expect(await problemOf(server.url)).toBeUndefined();
    expect(subjectsIn(server, 'Kestrel')).toEqual([]);
    expect(subjectsIn(server, 'INBOX')).toEqual(['one']);
    expect(server.commands.at(-1)).toBe('LOGOUT');
    expect(await problemOf(server.url)).toBeUndefined();
  });

  it.each([
    ['AUTHENTICATIONFAILED', 'The mail server does not accept the user name or the password.'],
    ['UNAVAILABLE', 'The mail server takes no sign-in at the moment.'],
  ])('reports why a sign-in fails: %s', async (code, reason) => {
    const server = await startMailServer();
    server.state.refusal = code;
    expect(await problemOf(server.url, { password: 'tr0ub4dor' })).toBe(reason);
  });

  it('reports that the server accepts no passwords', async () => {
    const server = await startMailServer({ without: ['LOGIN'] });
    expect(await problemOf(server.url)).toMatch(
      /^The mail server does not accept passwords for sign-in\. .*webhook\.$/,
    );
    expect(server.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
  });

  it('reports that a mailbox is missing', async () => {
    const server = await startMailServer();
    expect(await problemOf(`${server.url}/Replies`)).toBe(
      'The mail server has no mailbox of this name.',
    );
  });

  it('rejects the folder for processed emails as mailbox', async () => {
    const server = await startMailServer();
    server.create('Kestrel');
    expect(await problemOf(`${server.url}/Kestrel`)).toMatch(/watch another mailbox/);
  });

  it('reports that the folder cannot be created', async () => {
    const server = await startMailServer();
    server.fail('CREATE', 'refused');
    expect(await problemOf(server.url)).toBe(
      'The mail server does not let the folder Kestrel be made.',
    );
  });

  it('reports a server that is unreachable or an unknown host', async () => {
    const server = await startMailServer();
    await server.away();
    expect(await problemOf(server.url)).toBe('The mail server could not be reached.');
    expect(await problemOf(server.url, { host: 'mail.invalid' })).toBe(
      'The mail server could not be reached.',
    );
  });

  it.each(['greeting', 'ID', 'SELECT'])(
    'times out if the server does not answer %s',
    async (what) => {
      const server = await startMailServer();
      if (what === 'greeting') server.state.isSilent = true;
      else server.fail(what, 'hangs');
      expect(await problemOf(server.url, {}, 200)).toBe('The mail server did not answer in time.');
      await until(() => expect(server.sockets.size).toBe(0));
    },
  );

  it('succeeds if the server does not answer the sign-out', async () => {
    const server = await startMailServer();
    server.fail('LOGOUT', 'hangs');
    expect(await problemOf(server.url)).toBeUndefined();
    await until(() => expect(server.sockets.size).toBe(0));
  });
});

describe('encryption of the mailbox connection', () => {
  const certificate = selfSignedCertificate();
  const needs = it.skipIf(!certificate);
  const tls = (isImplicit: boolean) => (certificate ? { tls: { ...certificate, isImplicit } } : {});

  it('is required for remote servers: nothing is sent to a server without encryption', async () => {
    const server = await startMailServer();
    expect(await problemOf(server.url, { security: 'starttls' })).toBe(
      'No encrypted connection to the mail server could be made.',
    );
    expect(server.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
  });

  it('is optional for a server on this machine', async () => {
    const server = await startMailServer();
    expect(await problemOf(server.url, { security: 'tls' })).toBe(
      'No encrypted connection to the mail server could be made.',
    );
  });

  needs.each([
    ['tls', true],
    ['starttls', false],
  ] as const)(
    'with an untrusted certificate is none (%s; needs openssl)',
    async (security, isImplicit) => {
      const server = await startMailServer(tls(isImplicit));
      expect(await problemOf(server.url, { security })).toMatch(/its certificate is not trusted/);
      expect(server.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
    },
  );

  needs('is used on this machine where it is offered (needs openssl)', async () => {
    const server = await startMailServer(tls(false));
    server.deliver(mailOf('one'));
    await watchMailbox(server.url).reached();
    expect(subjectsIn(server, 'Kestrel')).toEqual(['one']);
    expect(server.commands).toContain('STARTTLS');
  });
});
