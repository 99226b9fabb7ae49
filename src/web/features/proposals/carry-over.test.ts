import { expect, it } from 'vitest';

import { carryOver } from './carry-over';

const option = (description: string, more: object = {}) => ({
  description,
  optional: true,
  ...more,
});
const hosting = { choice: 'Hosting' };

const before = [
  { description: 'Design' },
  option('Photographs'),
  option('A film', { preselected: true }),
  option('Ours', hosting),
  option('Yours', hosting),
];

it('options stay selected or deselected by name when the proposal changes', () => {
  const next = [option('A film', { preselected: true }), option('Photographs'), ...before.slice(3)];
  expect(carryOver(before, [1, 4], next)).toEqual([1, 3]);
});

it('new options are shown with their default, without replacing a selected one', () => {
  const next = [
    ...before,
    option('A map', { preselected: true }),
    option('A cloud', { ...hosting, preselected: true }),
  ];
  expect(carryOver(before, [2, 4], next)).toEqual([2, 4, 5]);
});

it('the default of a choice is selected if the selected option has gone', () => {
  const next = [option('Ours', hosting), option('A cloud', { ...hosting, preselected: true })];
  expect(carryOver(before, [4], next)).toEqual([1]);
});
