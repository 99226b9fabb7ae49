/** Thrown if incoming emails cannot be read. The message is for the owner. */
export class ImapFailure extends Error {
  override readonly name = 'ImapFailure';
}

const unreachable = 'The mail server could not be reached.';
const tooSlow = 'The mail server did not answer in time.';
const unencrypted = 'No encrypted connection to the mail server could be made.';
const untrusted =
  'No encrypted connection to the mail server could be made: its certificate is not trusted, has expired or is for another name.';
const reasons = new Map([
  ['CONNECT_TIMEOUT', tooSlow],
  ['GREETING_TIMEOUT', tooSlow],
  ['ETIMEOUT', tooSlow],
  ['ETIMEDOUT', tooSlow],
  ['UPGRADE_TIMEOUT', unencrypted],
  ['EPROTO', unencrypted],
  ['ECONNREFUSED', unreachable],
  ['ECONNRESET', unreachable],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['ENOTFOUND', unreachable],
  ['EAI_AGAIN', unreachable],
  ['EPIPE', unreachable],
  ['NoConnection', unreachable],
  ['EConnectionClosed', unreachable],
  ['ClosedAfterConnectText', unreachable],
  ['ClosedAfterConnectTLS', unreachable],
  ['ETHROTTLE', 'The mail server asks to be asked less often.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', untrusted],
  ['CERT_NOT_YET_VALID', untrusted],
  ['ERR_TLS_CERT_ALTNAME_INVALID', untrusted],
]);

/** Returns why the mailbox could not be watched, for the owner. Messages of servers and libraries are only logged. */
export function imapReasonFor(error: unknown): string {
  if (error instanceof ImapFailure) return error.message;
  const { code, authenticationFailed, mailboxMissing, serverResponseCode, tlsFailed } = (error ??
    {}) as Record<string, unknown>;
  // As in RFC 5530, the server cannot check passwords at the moment, so the password may be correct.
  if (serverResponseCode === 'UNAVAILABLE')
    return 'The mail server takes no sign-in at the moment.';
  if (serverResponseCode === 'PRIVACYREQUIRED') return unencrypted;
  if (authenticationFailed) return 'The mail server does not accept the user name or the password.';
  if (mailboxMissing) return 'The mail server has no mailbox of this name.';
  const known = reasons.get(String(code));
  if (known) return known;
  if (tlsFailed || /^ERR_(SSL|TLS)_/.test(String(code))) return unencrypted;
  return 'The mailbox could not be read. The log says why.';
}
