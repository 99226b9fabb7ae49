const unreachable = 'The mail server could not be reached.';
const reasons = new Map([
  ['EAUTH', 'The mail server does not accept the user name or the password.'],
  ['ENOAUTH', 'The mail server asks for a user name and a password.'],
  ['ETLS', 'No encrypted connection to the mail server could be made.'],
  ['EREQUIRETLS', 'No encrypted connection to the mail server could be made.'],
  ['ETIMEDOUT', 'The mail server did not answer in time.'],
  ['ECONNECTION', unreachable],
  ['ECONNREFUSED', unreachable],
  ['ECONNRESET', unreachable],
  ['EDNS', unreachable],
  ['ENOTFOUND', unreachable],
  ['ESOCKET', unreachable],
]);

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
}
const read = (error: unknown): SmtpError => (error ?? {}) as SmtpError;

/** Steps of the SMTP dialogue in which a server can refuse an individual email. */
const refusals = new Set(['EENVELOPE', 'EMESSAGE']);
/** Reply codes such as "Authentication required", whose cause is the settings, not the email. */
const ofSettings = new Set([530, 534, 535, 538]);

/** Returns whether the server rejects an email permanently (5xx), so that retries cannot succeed. */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode } = read(error);
  return (
    refusals.has(String(code)) &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    !ofSettings.has(responseCode)
  );
}

/** Returns the server's reply in one line, such as "550 5.1.1 no such user"; '' if there was none. */
function replyOf(error: unknown): string {
  const { response } = read(error);
  return typeof response === 'string'
    ? response
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, 300)
    : '';
}

/**
 * Returns the reason why an email could not be sent, for admins, in the words of the mail server. Messages of libraries are
 * only logged.
 */
export function reasonFor(error: unknown): string {
  const { code, responseCode } = read(error);
  const reply = replyOf(error);
  const words = reply && ` It replied “${reply}”.`;
  const known = reasons.get(String(code));
  if (known) return known + words;
  if (typeof responseCode === 'number') {
    const what = code === 'EENVELOPE' ? 'the sender or the recipient' : 'this mail';
    return `The mail server refused ${what} (${responseCode}).${words}`;
  }
  return 'The mail could not be sent. The log says why.';
}
