import { expect, it } from 'vitest';

import { changesOf, shownFields } from './shown-fields';

const plain = () => undefined;
const anything = {};
const differences = (before: unknown, after: unknown, schema: unknown = anything) =>
  changesOf('value', { before, after }, schema, plain).map(
    (one) => `${one.field}: ${one.before} > ${one.after}`,
  );

it('finds each nested value that differs, for any order and length of lists', () => {
  const long = 'Either side can stop. '.repeat(500);
  const before = { completion: { issueAfterDays: null }, terms: long, paymentDays: 14 };
  const after = { terms: long, paymentDays: 14, completion: { issueAfterDays: 1 } };
  expect(differences(before, after)).toEqual(['value.completion.issueAfterDays: null > 1']);
});

it('shows a long text completely', () => {
  const text = `${'Thank you. '.repeat(400)}Our account has changed`;
  expect(differences(undefined, { text })).toEqual([`value.text: null > ${text}`]);
});

it('compares lists entry by entry, and shows removed entries', () => {
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

it('names values that the change omits, except computed ones', () => {
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

it('replaces ids with the names of their records', () => {
  const inWords = (path: string, value: unknown) =>
    path.endsWith('clientId') ? `Ann Lee (${value})` : undefined;
  expect(shownFields({ clientId: 'a1', isManager: true, notes: '' }, inWords)).toEqual([
    { field: 'clientId', value: 'Ann Lee (a1)' },
    { field: 'isManager', value: 'Yes' },
  ]);
});
