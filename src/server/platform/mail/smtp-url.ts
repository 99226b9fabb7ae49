/** Options of the mail library that the URL may set, besides user, password, host and port. */
const texts = ['name', 'authMethod', 'tls.servername', 'tls.minVersion', 'tls.ciphers'];
const switches = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized'];
const params = [...texts, ...switches];

/**
 * Finds a problem of SMTP_URL. The library itself would ignore unknown parameters, and connect to this machine if there
 * is no host.
 *
 * @returns text that continues a sentence which begins with the variable's name
 */
export function smtpProblemOf(value: string): string | undefined {
  if (!URL.canParse(value) || !/^smtps?:$/.test(new URL(value).protocol)) {
    return 'must be an smtp:// or smtps:// URL';
  }
  const { hostname, port, searchParams } = new URL(value);
  if (hostname === '') return 'names no host: it must look like smtps://USER:PASSWORD@HOST:465';
  if (port === '0') return 'must name a port from 1 to 65535, or none';
  for (const [name, given] of searchParams) {
    if (!params.includes(name)) {
      const near = params.find((one) => one.toLowerCase() === name.toLowerCase());
      return near ? `has ${name}: write it as ${near}` : `has ${name}: use ${params.join(', ')}`;
    }
    if (searchParams.getAll(name).length > 1) return `has ${name} twice`;
    if (switches.includes(name) && !/^(true|false)$/.test(given)) {
      return `has an unknown ${name}: use true or false`;
    }
  }
  return undefined;
}

/** Returns a warning about a port on which servers expect the other URL scheme; undefined for any other port. */
export function smtpPortWarning(value: string): string | undefined {
  if (smtpProblemOf(value) !== undefined) return undefined;
  const { protocol, port } = new URL(value);
  if (protocol === 'smtps:' && ['25', '587', '2525'].includes(port)) {
    return `SMTP_URL uses smtps:// with port ${port}, on which most servers expect smtp:// (STARTTLS)`;
  }
  return protocol === 'smtp:' && port === '465'
    ? 'SMTP_URL uses smtp:// with port 465, on which most servers expect smtps://'
    : undefined;
}
