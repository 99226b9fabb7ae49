import { describe, expect, it } from 'vitest';

import {
  type Choosable,
  choicesOf,
  completeSelection,
  defaultSelection,
  selectItem,
} from './choices';
import { totalsOf } from './money';

const item = (unitPrice: string, more: Choosable = {}) => ({
  quantity: '1',
  unitPrice,
  taxRate: '0',
  ...more,
});
const option = (unitPrice: string, more: Choosable = {}) =>
  item(unitPrice, { optional: true, ...more });

/** Items by index: required, hosting, preselected hosting, free, preselected free, two of support. */
const items = [
  item('100'),
  option('1', { choice: 'Hosting' }),
  option('2', { choice: 'Hosting', preselected: true }),
  option('10'),
  option('20', { preselected: true }),
  option('30', { choice: 'Support' }),
  option('40', { choice: 'Support' }),
];

describe('the default selection', () => {
  it('contains the preselected items, and the preselected or first item of each choice', () => {
    expect([...choicesOf(items)]).toEqual([
      ['Hosting', [1, 2]],
      ['Support', [5, 6]],
    ]);
    expect(defaultSelection(items)).toEqual([2, 4, 5]);
  });

  it('ignores case and spaces in names of choices', () => {
    const items = [option('1', { choice: 'Hosting' }), option('2', { choice: ' hosting ' })];
    expect([...choicesOf(items)]).toEqual([['Hosting', [0, 1]]]);
  });

  it('is empty without preselected options, and ignores items that are not optional', () => {
    expect(defaultSelection([item('1'), option('2'), option('3')])).toEqual([]);
    expect(defaultSelection([item('1', { preselected: true, choice: 'Hosting' })])).toEqual([]);
  });

  it('is included in totals until the client selects something else', () => {
    const total = (chosen?: number[]) => totalsOf({ items }, 'USD', chosen).totalCents;
    expect(total()).toBe(15_200);
    expect(total([1, 6])).toBe(14_100);
    expect(total([])).toBe(10_000);
    expect(totalsOf({ items: [item('1'), option('2')] }, 'USD').totalCents).toBe(100);
  });

  it('of a draft with two preselected items of a choice contains one of them', () => {
    const both = [1, 2].map(() => option('1', { choice: 'Hosting', preselected: true }));
    expect(defaultSelection(both)).toEqual([0]);
  });
});

describe('a selection', () => {
  it('gains the selected item and loses the other item of the same choice', () => {
    const first = defaultSelection(items);
    expect(selectItem(items, first, 1, true)).toEqual([1, 4, 5]);
    expect(selectItem(items, first, 6, true)).toEqual([2, 4, 6]);
    expect(selectItem(items, first, 3, true)).toEqual([2, 3, 4, 5]);
    expect(selectItem(items, first, 4, false)).toEqual([2, 5]);
  });

  it('is completed with one item of each choice, and loses unknown items', () => {
    expect(completeSelection(items, [])).toEqual([2, 5]);
    expect(completeSelection(items, [0, 3, 6, 99])).toEqual([2, 3, 6]);
    expect(completeSelection(items, [6, 5, 2, 1])).toEqual([2, 6]);
  });
});
