function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function inDays(days: number): string {
  return counted(days, 'day');
}

export function inMonths(months: number): string {
  return counted(months, 'month');
}

export function inYears(years: number): string {
  return counted(years, 'year');
}

/** Formats a number of months, in years if they are whole years. */
export function inMonthsOrYears(months: number): string {
  return months > 0 && months % 12 === 0 ? inYears(months / 12) : inMonths(months);
}
