import { addDays } from '~/contract/common/dates';

/** Age groups of open invoices, by days past the due date, in ascending order. */
export const ages = ['notDue', 'days1to30', 'days31to60', 'days61to90', 'over90'] as const;
export type Age = (typeof ages)[number];

/** Period of days. Both `from` and `to` are included. */
export interface Period {
  from: string;
  to: string;
}

export const periodPresets = ['thisMonth', 'lastMonth', 'lastQuarter', 'thisYear'] as const;
export type PeriodPreset = (typeof periodPresets)[number];

const firstOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);

/** Returns the period of a preset. @param today the agency's date */
export function periodOfPreset(preset: PeriodPreset, today: string): Period {
  const year = Number(today.slice(0, 4));
  // A current period ends today: no invoice is issued or paid in the future, and outstanding
  // amounts are calculated as of the last day of the period.
  if (preset === 'thisYear') return { from: `${year}-01-01`, to: today };
  if (preset === 'thisMonth') return { from: `${today.slice(0, 7)}-01`, to: today };
  const month = Number(today.slice(5, 7));
  const months = preset === 'lastMonth' ? 1 : 3;
  const next = month - ((month - 1) % months);
  return {
    from: firstOfMonth(year, next - months),
    to: addDays(firstOfMonth(year, next), -1),
  };
}

/** Splits a period into periods of one calendar year each. */
export function yearsOf({ from, to }: Period): Period[] {
  const years: Period[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const [first, last] = [`${year}-01-01`, `${year}-12-31`];
    years.push({ from: first > from ? first : from, to: last < to ? last : to });
  }
  return years;
}
