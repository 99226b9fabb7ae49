import type { Header } from 'postal-mime';

import { normalizeEmail } from '~/contract/common/normalize';
import { headerOf } from './mail-marks';
import type { ReadMail } from './read-result';

const headerMax = 16_384;

/** Returns a header value without its comments, which can be nested. `postal-mime` exports no function for this. */
function withoutComments(text: string): string {
  let depth = 0;
  let isQuoted = false;
  let kept = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '\\') at++;
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '(') depth++;
    else if (sign === ')' && depth > 0) depth--;
    else if (depth === 0) kept += sign;
  }
  return kept;
}

/**
 * Returns the topmost Authentication-Results header, because the sender may have written the headers below it. Removes
 * comments and quoted strings, which can contain text by the sender.
 */
const resultsOf = (headers: Header[]): string =>
  withoutComments(headerOf(headers, 'authentication-results').slice(0, headerMax));

/** Returns a domain in lower case and ASCII. */
const normalized = (domain: string): string => normalizeEmail(`@${domain}`).slice(1).toLowerCase();

interface Method {
  result: string;
  /** Properties such as `header.from`, in lower case. Addresses are reduced to their domain. */
  properties: Map<string, string>;
}

function methodsOf(results: string): Map<string, Method[]> {
  const found = new Map<string, Method[]>();
  for (const one of results.split(';').slice(1)) {
    const [, name, result] = /^\s*([a-z][\w-]*)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(one) ?? [];
    if (!name || !result) continue;
    const properties = new Map<string, string>();
    for (const [, property = '', value = ''] of one.matchAll(
      /\s(header\.(?:from|d|i)|smtp\.mailfrom)\s*=\s*(?:[^\s@]*@)?([\w.\p{L}\p{M}\p{N}-]+)(?=\s|$)/giu,
    )) {
      if (!properties.has(property.toLowerCase())) {
        properties.set(property.toLowerCase(), normalized(value));
      }
    }
    const method = name.toLowerCase();
    found.set(method, [...(found.get(method) ?? []), { result: result.toLowerCase(), properties }]);
  }
  return found;
}

/**
 * Returns whether an authenticated domain covers the sender's domain: both are equal, or the authenticated one is a
 * parent domain, but not a top-level domain.
 */
const isAligned = (found: string | undefined, sender: string): boolean =>
  found?.includes('.') === true && (sender === found || sender.endsWith(`.${found}`));

/** Returns the receiving server's verdict about the sender, and the name of that server. */
export function readAuthentication(
  headers: Header[],
  sender: string,
): Pick<ReadMail, 'authentication' | 'authenticator'> {
  const results = resultsOf(headers);
  const authenticator = (/^\s*([\w.-]{1,200})/.exec(results)?.[1] ?? '').toLowerCase();
  const domain = normalized(sender.slice(sender.lastIndexOf('@') + 1));
  return { authentication: verdictOf(methodsOf(results), domain), authenticator };
}

function verdictOf(methods: Map<string, Method[]>, domain: string): ReadMail['authentication'] {
  const dmarc = methods.get('dmarc')?.[0];
  if (dmarc?.result === 'fail') return 'fail';
  if (dmarc?.result === 'pass') {
    return domain !== '' && dmarc.properties.get('header.from') === domain ? 'pass' : 'none';
  }
  const [spf, dkim] = [methods.get('spf') ?? [], methods.get('dkim') ?? []];
  const speaks = ({ result, properties }: Method, ...names: string[]) =>
    result === 'pass' && names.some((name) => isAligned(properties.get(name), domain));
  if (dkim.some((one) => speaks(one, 'header.d', 'header.i'))) return 'pass';
  if (spf.some((one) => speaks(one, 'smtp.mailfrom'))) return 'pass';
  const isFailed = ({ result }: Method) => /^(?:fail|hardfail|permerror|policy)$/.test(result);
  return spf.some(isFailed) || dkim.some(isFailed) ? 'fail' : 'none';
}
