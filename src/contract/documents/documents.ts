import { dateInWords } from '~/contract/common/date-words';

/** When a part of a schedule is due. */
export type Due = 'on_acceptance' | 'on_completion' | { days: number } | { date: string };

/** Describes when a part of a schedule is due, for use within a sentence. */
export function dueInWords(due: Due): string {
  if (due === 'on_acceptance') return 'on acceptance';
  if (due === 'on_completion') return 'on completion';
  if ('date' in due) return `on ${dateInWords(due.date)}`;
  return due.days === 1 ? 'one day after acceptance' : `${due.days} days after acceptance`;
}

/** Returns `due`, or an empty text if the label already says the same. */
export const dueUnlessNamed = (label: string, due: string): string =>
  label.trim().toLowerCase() === due.toLowerCase() ? '' : due;

export const itemsMax = 100;
/** Maximum digits of an amount and of a unit price before the decimals, in every currency. */
export const amountDigits = 12;
/** Maximum length of the name of a choice. */
export const choiceMax = 60;
export const scheduleMax = 12;

/** Returns whether the URL of a page is a secret, because it ends in the token of a private link. */
export const isPrivateLink = (path: string): boolean =>
  /^\/+(proposals|invoices|quotes|pages|testimonials)\/+[^/?]/i.test(path);
