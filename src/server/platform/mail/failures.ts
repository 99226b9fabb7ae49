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

/** Why an email could not be sent, for the admin. Messages of servers and libraries are only logged. */
export function reasonFor(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const known = reasons.get(String(code));
  if (known) return known;
  if (typeof responseCode === 'number') {
    const what = code === 'EENVELOPE' ? 'the sender or the recipient' : 'this mail';
    return `The mail server refused ${what} (${responseCode}).`;
  }
  return 'The mail could not be sent. The log says why.';
}
