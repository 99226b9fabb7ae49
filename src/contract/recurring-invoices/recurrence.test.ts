import { describe, expect, it } from 'vitest';

import {
  dayAfter,
  daysFrom,
  everyInWords,
  fillIn,
  firstDay,
  itemsIn,
  nextAfterChange,
  nextAfterPause,
  periodInWords,
  periodOf,
  type Recurrence,
  unknownPlaceholder,
} from './recurrence';

const recurrence = (
  startsOn: string,
  unit: Recurrence['every']['unit'],
  count = 1,
  endsOn: string | null = null,
): Recurrence => ({ every: { unit, count }, startsOn, endsOn });
const daysOf = (one: Recurrence, count: number) => daysFrom(one, firstDay(one), count);

describe('the dates of a recurring invoice', () => {
  it('are the last day of each month from 31 January on', () => {
    expect(daysOf(recurrence('2027-01-31', 'month'), 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
    expect(daysOf(recurrence('2028-01-31', 'month'), 3)).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
    ]);
  });

  it('are 28 February each year, except in leap years', () => {
    expect(daysOf(recurrence('2096-02-29', 'year'), 9)).toEqual([
      '2096-02-29',
      '2097-02-28',
      '2098-02-28',
      '2099-02-28',
      // The year 2100 is not a leap year.
      '2100-02-28',
      '2101-02-28',
      '2102-02-28',
      '2103-02-28',
      '2104-02-29',
    ]);
  });

  it('are a week apart across clock changes, and continue over the end of a year', () => {
    expect(daysOf(recurrence('2027-03-21', 'week'), 3)).toEqual([
      '2027-03-21',
      '2027-03-28',
      '2027-04-04',
    ]);
    expect(daysOf(recurrence('2027-10-24', 'week', 2), 3)).toEqual([
      '2027-10-24',
      '2027-11-07',
      '2027-11-21',
    ]);
    expect(daysOf(recurrence('2027-11-30', 'month', 3), 3)).toEqual([
      '2027-11-30',
      '2028-02-29',
      '2028-05-30',
    ]);
  });

  it('end on or before the last day', () => {
    expect(daysOf(recurrence('2027-01-31', 'month', 1, '2027-03-31'), 12)).toHaveLength(3);
    expect(daysOf(recurrence('2027-01-31', 'month', 1, '2027-03-30'), 12)).toHaveLength(2);
    expect(daysOf(recurrence('2199-12-01', 'month'), 12)).toEqual(['2199-12-01']);
  });

  it('can be computed from any of them, however long the recurring invoice has run', () => {
    for (const [unit, count] of [
      ['week', 1],
      ['week', 3],
      ['month', 1],
      ['month', 5],
      ['year', 1],
    ] as const) {
      const one = recurrence('1996-02-29', unit, count);
      const days = daysOf(one, 400);
      expect(new Set(days).size).toBe(days.length);
      expect([...days].sort()).toEqual(days);
      for (const [index, day] of days.entries()) {
        const next = days[index + 1];
        if (next) expect(dayAfter(one, day)).toBe(next);
      }
    }
  });
});

describe('the period of an invoice', () => {
  it('ends the day before the next invoice date', () => {
    const monthly = recurrence('2027-01-31', 'month');
    expect(periodOf(monthly, '2027-02-28')).toEqual({ from: '2027-02-28', to: '2027-03-30' });
    expect(periodOf(recurrence('2027-03-01', 'month'), '2027-03-01')).toEqual({
      from: '2027-03-01',
      to: '2027-03-31',
    });
    const last = recurrence('2027-03-01', 'month', 1, '2027-03-15');
    expect(periodOf(last, '2027-03-01').to).toBe('2027-03-31');
  });

  it('is formatted briefly', () => {
    const words = (from: string, to: string) => periodInWords({ from, to });
    expect(words('2027-03-01', '2027-03-31')).toBe('1 to 31 March 2027');
    expect(words('2027-03-15', '2027-04-14')).toBe('15 March to 14 April 2027');
    expect(words('2027-12-15', '2028-01-14')).toBe('15 December 2027 to 14 January 2028');
    expect(words('2027-12-15', '2027-12-15')).toBe('15 December 2027');
    expect(everyInWords({ unit: 'month', count: 1 })).toBe('every month');
    expect(everyInWords({ unit: 'week', count: 2 })).toBe('every 2 weeks');
  });
});

describe('a placeholder', () => {
  const period = { from: '2027-03-01', to: '2027-03-31' };

  it('is filled in anywhere in the text, with or without spaces in its braces', () => {
    expect(fillIn('Hosting in {{month}}, {{ period }} ({{month}})', period)).toBe(
      'Hosting in March 2027, 1 to 31 March 2027 (March 2027)',
    );
    expect(
      itemsIn([{ description: 'In {{month}}', detail: 'For {{period}}', price: 1 }], period),
    ).toEqual([{ description: 'In March 2027', detail: 'For 1 to 31 March 2027', price: 1 }]);
    expect(itemsIn([{ description: 'Hosting' }], period)).toEqual([{ description: 'Hosting' }]);
  });

  it('is reported if it is unknown', () => {
    expect(unknownPlaceholder('{{month}} {{period}} { month } {{ month }}')).toBeUndefined();
    expect(unknownPlaceholder('{{month}} {{year}}')).toBe('{{year}}');
    expect(unknownPlaceholder('{{}}')).toBe('{{}}');
    expect(unknownPlaceholder('{{constructor}}')).toBe('{{constructor}}');
  });
});

describe('the next date after a change', () => {
  const today = '2027-06-10';
  const monthly = recurrence('2027-01-15', 'month');

  it('is the first date if no date was handled', () => {
    const later = recurrence('2027-07-01', 'month');
    expect(nextAfterChange(monthly, later, { handledOn: null, today })).toBe('2027-07-01');
  });

  it('does not change if only the end changes', () => {
    const ending = { ...monthly, endsOn: '2027-06-30' };
    expect(nextAfterChange(monthly, ending, { handledOn: '2027-05-15', today })).toBe('2027-06-15');
    const ended = { ...monthly, endsOn: '2027-06-01' };
    expect(nextAfterChange(monthly, ended, { handledOn: '2027-05-15', today })).toBeNull();
  });

  it('is neither in the past nor a date that was already handled', () => {
    const weekly = recurrence('2027-01-01', 'week');
    expect(nextAfterChange(monthly, weekly, { handledOn: '2027-05-15', today })).toBe('2027-06-11');
    const fromToday = recurrence(today, 'week');
    expect(nextAfterChange(monthly, fromToday, { handledOn: today, today })).toBe('2027-06-17');
  });

  it('is today or later after a pause', () => {
    expect(nextAfterPause(monthly, { handledOn: '2027-01-15', today })).toBe('2027-06-15');
    expect(nextAfterPause(monthly, { handledOn: null, today: '2027-06-15' })).toBe('2027-06-15');
    expect(nextAfterPause(monthly, { handledOn: '2027-06-15', today: '2027-06-15' })).toBe(
      '2027-07-15',
    );
  });
});
