/** Working hours, and how soon the agency answers. */
export interface WorkingTime {
  answerHours: number;
  from: string;
  to: string;
  workingDays: number[];
  timeZone: string;
  holidays: string[];
}

export const defaultResponseTimes: WorkingTime = {
  answerHours: 8,
  from: '09:00',
  to: '17:00',
  workingDays: [1, 2, 3, 4, 5],
  timeZone: 'UTC',
  holidays: [],
};

const minutesOf = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const counted = (count: number, unit: string) =>
  count === 1 ? `one ${unit}` : `${count} ${unit}s`;

/** The promise in words: 'one working day', or 'four working hours' where it is no whole number of days. */
export function answerWithin(time: WorkingTime): string {
  const dayMinutes = minutesOf(time.to) - minutesOf(time.from);
  const days = (time.answerHours * 60) / dayMinutes;
  return Number.isInteger(days)
    ? counted(days, 'working day')
    : counted(time.answerHours, 'working hour');
}
