import { expect, it } from 'vitest';

import { changesOf } from './shown-fields';

const plain = () => undefined;
const anything = {};
const differences = (before: unknown, after: unknown, schema: unknown = anything) =>
  changesOf('value', { before, after }, schema, plain).map(
    (one) => `${one.field}: ${one.before} > ${one.after}`,
  );

it('lists are compared entry by entry, with removed entries', () => {
  const before = [
    { name: 'Design', price: '1.00', amount: '1.00' },
    { name: 'Pictures', price: '2.00', amount: '2.00' },
  ];
  const item = { type: 'object', properties: { name: {}, price: {} } };
  const schema = { anyOf: [{ type: 'array', items: item }, { type: 'null' }] };
  expect(differences(before, [{ name: 'Design', price: '9.00' }], schema)).toEqual([
    'value.1.price: 1.00 > 9.00',
    'value.2.name: Pictures > null',
    'value.2.price: 2.00 > null',
    'value.2.amount: 2.00 > null',
  ]);
  expect(differences(['a', 'b'], ['a'])).toEqual(['value: a\nb > a']);
  expect(differences([{ name: 'Design' }], [])).toEqual(['value.1.name: Design > null']);
});

it('values that the change omits are named, except computed ones', () => {
  const before = { name: 'Ada', company: 'Engines Ltd', total: '1.00' };
  const schema = { type: 'object', properties: { name: {}, company: {} } };
  expect(differences(before, { name: 'Ada' }, schema)).toEqual([
    'value.company: Engines Ltd > Not given',
  ]);
  expect(differences(before, null, schema)).toEqual([
    'value.name: Ada > null',
    'value.company: Engines Ltd > null',
    'value.total: 1.00 > null',
  ]);
});
