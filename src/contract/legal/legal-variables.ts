import { fillBraces, placeholdersOf } from '~/contract/common/placeholders';

/** Placeholders for legal texts and their labels. Values come from settings. */
export const legalVariables = {
  agency: 'the name of the agency',
  legalName: 'its legal name',
  address: 'its address, in one line',
  email: 'its email address',
  phone: 'its phone number',
  taxNumber: 'its tax number, from the settings of invoices',
  'retention.usage': 'how long usage data is kept',
  'retention.support': 'how long messages and quotes are kept',
  'retention.accounting': 'how long documents name a deleted client',
  'retention.answer': 'within what time questions about data are answered',
  'retention.visits': 'how long the sums of visits are kept',
  'retention.uploads': 'how long a file that was not sent is kept',
  'retention.export': 'how long a file with a client’s data can be downloaded',
  'retention.deletion': 'after what time an account that was deleted is gone',
} as const;
export type LegalVariable = keyof typeof legalVariables;

const isKnown = (name: string): name is LegalVariable => Object.hasOwn(legalVariables, name);

/** Returns unknown variables of a text. */
export const unknownVariables = (text: string): string[] =>
  placeholdersOf(text).filter((name) => !isKnown(name));

/**
 * Fills in the variables of a legal text. Removes list items such as `- Phone: {{phone}}`, and parentheses, that would be
 * empty.
 */
export function fillLegalText(text: string, words: Record<LegalVariable, string>): string {
  const wordOf = (name: string) => (isKnown(name) ? words[name] : '');
  const isEmpty = (part: string) => placeholdersOf(part).some((name) => wordOf(name) === '');
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*[-*] [^:{}]*: \{\{[^{}]*\}\}$/.test(line) || !isEmpty(line))
    .map((line) => line.replace(/ \(\{\{[^{}]*\}\}\)/g, (part) => (isEmpty(part) ? '' : part)));
  return fillBraces(lines.join('\n'), wordOf);
}
