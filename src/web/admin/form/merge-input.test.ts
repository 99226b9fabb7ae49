import { describe, expect, it } from 'vitest';

import { mergeInput } from './unsaved-input';

const rowOf = (key: string, description: string, taxRate = '20') => ({ key, description, taxRate });
const draft = (client: object, items: object[], note = '') => ({ client, items, note });
const wien = { company: 'Remo AG', city: 'Wien' };
const berlin = { company: 'Remo DE GmbH', city: 'Berlin' };

function merged(initial: object, values: object, now: object) {
  let conflicts = 0;
  const value = mergeInput({ initial, values }, now, () => {
    conflicts += 1;
  });
  return { value, conflicts };
}

describe('restored input', () => {
  it('replaces only the fields that were typed', () => {
    const initial = draft(wien, [rowOf('a', 'Engine')]);
    const now = draft(berlin, [rowOf('x', 'Engine', '0')]);
    expect(merged(initial, { ...initial, note: 'Thanks' }, now)).toEqual({
      value: { ...now, note: 'Thanks' },
      conflicts: 0,
    });
    const noted = { ...initial, client: { ...wien, reference: 'PO 7' } };
    expect(merged(initial, noted, now).value).toEqual({
      ...now,
      client: { ...berlin, reference: 'PO 7' },
    });
  });

  it('keeps changed, moved, added and deleted rows, with the present values of their other fields', () => {
    const initial = draft(wien, [rowOf('a', 'Engine'), rowOf('b', 'Mill'), rowOf('c', 'Loom')]);
    const typed = [rowOf('d', 'New'), rowOf('b', 'Mill'), rowOf('a', 'Two engines')];
    const now = draft(wien, [
      rowOf('x', 'Engine', '0'),
      rowOf('y', 'Mill', '0'),
      rowOf('z', 'Loom', '0'),
    ]);
    expect(merged(initial, { ...initial, items: typed }, now)).toEqual({
      value: {
        ...now,
        items: [rowOf('d', 'New'), rowOf('y', 'Mill', '0'), rowOf('x', 'Two engines', '0')],
      },
      conflicts: 0,
    });
  });

  it('of a new record does not depend on the keys of its rows', () => {
    const initial = draft(wien, [rowOf('a', '')]);
    const typed = { ...initial, items: [rowOf('a', 'Engine'), rowOf('b', 'Mill')] };
    expect(merged(initial, typed, draft(wien, [rowOf('x', '')]))).toMatchObject({
      value: { items: [{ description: 'Engine' }, { description: 'Mill' }] },
      conflicts: 0,
    });
  });

  it('conflicts with another present value of the same field only', () => {
    const initial = draft(wien, [], 'Before');
    const typed = { ...initial, note: 'Mine' };
    expect(merged(initial, typed, { ...initial, note: 'Theirs' })).toMatchObject({ conflicts: 1 });
    expect(merged(initial, typed, { ...initial, note: 'Mine' })).toMatchObject({ conflicts: 0 });
  });
});
