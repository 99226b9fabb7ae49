import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Looks up TXT records. */
export interface TxtReader {
  resolveTxt(name: string): Promise<string[][]>;
}

/** Result for one kind of DNS record; `unknown` if DNS did not respond. */
export interface RecordFinding {
  state: 'found' | 'missing' | 'wrong' | 'unknown';
  note: string;
}

/** Selectors that mail services use, because DNS cannot list the selectors of a domain. */
const commonSelectors = [
  'default',
  'mail',
  'dkim',
  'smtp',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  'k3',
  's1',
  's2',
  'fm1',
  'fm2',
  'fm3',
  'mx',
  'pm',
  'mandrill',
  'mailjet',
  'brevo',
  'resend',
  'zoho',
  'zmail',
  'protonmail',
  'sig1',
  'key1',
  'dkim1',
] as const;

export const dnsReader = (): TxtReader => new Resolver({ timeout: 1_500, tries: 2 });

/** Returns the domain of a sender such as 'Agency <hello@agency.example>'; undefined if the domain cannot be in DNS. */
export function domainOf(sender: string): string | undefined {
  const domain = /@([^@\s>]+)>?\s*$/.exec(sender)?.[1]?.toLowerCase();
  return domain?.includes('.') && isIP(domain) === 0 ? domain : undefined;
}

/** Returns the TXT records of a DNS name; undefined if DNS did not respond. */
async function textsAt(reader: TxtReader, name: string): Promise<string[] | undefined> {
  try {
    return (await reader.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : undefined;
  }
}

const silent = (kind: string): RecordFinding => ({
  state: 'unknown',
  note: `${kind}: DNS did not answer.`,
});

async function findSpf(reader: TxtReader, domain: string): Promise<RecordFinding> {
  const texts = await textsAt(reader, domain);
  if (!texts) return silent('SPF');
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [record] = records;
  if (!record) {
    return {
      state: 'missing',
      note: `SPF: ${domain} has no record. Add the one that your mail service names, a TXT record that begins with v=spf1.`,
    };
  }
  if (records.length > 1) {
    return {
      state: 'wrong',
      note: `SPF: ${domain} has ${records.length} records, so that receivers ignore all of them. Make them one.`,
    };
  }
  return { state: 'found', note: `SPF: ${record}` };
}

async function findDkim(reader: TxtReader, domain: string): Promise<RecordFinding> {
  const found = await Promise.all(
    commonSelectors.map(async (selector) => {
      const texts = await textsAt(reader, `${selector}._domainkey.${domain}`);
      // An empty key means that the key was revoked.
      return { selector, isKey: texts?.some((text) => /\bp=\s*[^;\s]/.test(text)), texts };
    }),
  );
  const keys = found.filter(({ isKey }) => isKey).map(({ selector }) => selector);
  if (keys.length > 0) {
    return { state: 'found', note: `DKIM: a key is at the selector ${keys.join(', ')}.` };
  }
  if (found.some(({ texts }) => !texts)) return silent('DKIM');
  return {
    state: 'missing',
    note: 'DKIM: no key at the usual selectors. One at another selector cannot be seen from here: send a test, and look in its source for dkim=pass in the line Authentication-Results.',
  };
}

/** Finds the domain's own DMARC record, or the one of a parent domain, which also applies. */
async function findDmarc(reader: TxtReader, domain: string): Promise<RecordFinding> {
  const labels = domain.split('.');
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const at = labels.slice(from).join('.');
    const texts = await textsAt(reader, `_dmarc.${at}`);
    if (!texts) return silent('DMARC');
    const record = texts.find((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (record) return { state: 'found', note: `DMARC: ${record}` };
  }
  return {
    state: 'missing',
    note: `DMARC: ${domain} has no record. Add a TXT record at _dmarc.${domain}, such as v=DMARC1; p=none.`,
  };
}

/** Finds the DNS records by which receivers distinguish a domain's emails from forged ones. */
export async function findSenderRecords(
  domain: string,
  reader: TxtReader,
): Promise<Record<'spf' | 'dkim' | 'dmarc', RecordFinding>> {
  const [spf, dkim, dmarc] = await Promise.all([
    findSpf(reader, domain),
    findDkim(reader, domain),
    findDmarc(reader, domain),
  ]);
  return { spf, dkim, dmarc };
}
