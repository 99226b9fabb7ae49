import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { momentOf } from '~/contract/common/dates';
import { answerWithin, dueAt, type WorkingTime, workingMinutes } from './response-times';

const time: WorkingTime = {
  answerHours: 8,
  from: '09:00',
  to: '17:00',
  workingDays: [1, 2, 3, 4, 5],
  timeZone: 'Europe/Berlin',
  holidays: ['2026-12-25'],
};

const due = (arrived: string, changes: Partial<WorkingTime> = {}) =>
  dueAt(new Date(arrived), { ...time, ...changes }).toISOString();

describe('dueAt', () => {
  it.each([
    ['2026-11-23T09:00:00Z', '2026-11-24T09:00:00.000Z', 'the same time on the next day'],
    [
      '2026-11-23T05:00:00Z',
      '2026-11-23T16:00:00.000Z',
      'the end of the day, for the night before',
    ],
    ['2026-11-27T15:00:00Z', '2026-11-30T15:00:00.000Z', 'Monday, for Friday afternoon'],
    ['2026-11-28T12:00:00Z', '2026-11-30T16:00:00.000Z', 'Monday evening, for Saturday'],
    ['2026-12-24T12:00:00Z', '2026-12-28T12:00:00.000Z', 'after a holiday and the weekend'],
  ])('after an arrival at %s is %s: %s', (arrived, expected) => {
    expect(due(arrived)).toBe(expected);
  });

  it('counts hours across a clock change', () => {
    // Standard time begins on Sunday, 25 October 2026.
    expect(due('2026-10-23T13:00:00Z')).toBe('2026-10-26T14:00:00.000Z');
    // Daylight saving time begins on Sunday, 28 March 2027.
    expect(due('2027-03-26T14:00:00Z')).toBe('2027-03-29T13:00:00.000Z');
  });

  it('accepts response times of several days and of a few hours', () => {
    expect(due('2026-11-23T09:00:00Z', { answerHours: 20 })).toBe('2026-11-25T13:00:00.000Z');
    expect(due('2026-11-23T09:00:00Z', { answerHours: 2 })).toBe('2026-11-23T11:00:00.000Z');
  });

  it('is the promised number of working minutes after the arrival, at any time', () => {
    const moments = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 60 }), (arrived, answerHours) => {
        const minutes = workingMinutes(arrived, dueAt(arrived, { ...time, answerHours }), time);
        expect(minutes).toBe(answerHours * 60);
      }),
    );
  });
});

describe('momentOf', () => {
  it.each([
    ['2026-07-01', '09:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
    ['2026-12-01', '09:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
    ['2027-03-28', '12:00', 'Europe/Berlin', '2027-03-28T10:00:00.000Z'],
    ['2027-03-28', '00:30', 'Europe/Berlin', '2027-03-27T23:30:00.000Z'],
    ['2026-12-01', '12:00', 'Pacific/Auckland', '2026-11-30T23:00:00.000Z'],
  ])('%s %s in %s is %s', (date, clock, zone, expected) => {
    expect(momentOf(date, clock, zone).toISOString()).toBe(expected);
  });
});

it.each([
  [8, 'one working day'],
  [16, '2 working days'],
  [4, '4 working hours'],
  [1, 'one working hour'],
])('a promise of %i hours is formatted as %s', (answerHours, words) => {
  expect(answerWithin({ ...time, answerHours })).toBe(words);
});
