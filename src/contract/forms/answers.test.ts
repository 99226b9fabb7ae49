import { describe, expect, it } from 'vitest';

import { answerRulesOf } from './answers';
import type { FieldType, FormField } from './forms';

const field = (key: string, type: FieldType, part: Partial<FormField> = {}): FormField => ({
  ...{ key, type, label: `The ${key}`, required: false, help: '', options: [], retired: false },
  ...part,
});

function check(fields: FormField[], sent: object, isLead = false): unknown {
  const result = answerRulesOf(fields, { isLead }).safeParse(sent);
  return result.success
    ? Object.fromEntries(result.data.map(({ key, value }) => [key, value]))
    : result.error.issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('a number field', () => {
  const numberOf = (sent: unknown) => check([field('pages', 'number')], { pages: sent });

  it.each([
    ['12', 12],
    ['10000', 10_000],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['-3,25', -3.25],
    ['+7', 7],
    ['1,5000', 1.5],
    // A zero never precedes a thousands separator, so these are decimals.
    ['0,125', 0.125],
    [' 8 ', 8],
    [1.125, 1.125],
  ])('is read from %j', (sent, value) => {
    expect(numberOf(sent)).toEqual({ pages: value });
  });

  it.each(['10,000', '1,500', '10.000', '-1.500', '1,234,567', '1.234,50', '10 000', '10’000'])(
    'rejects an ambiguous thousands separator: %j',
    (sent) => {
      expect(numberOf(sent)).toEqual([
        ['pages', 'Please write the number without a thousands separator, such as 10000'],
      ]);
    },
  );

  it.each(['0x1F', '0b11', '1e3', 'Infinity', 'NaN', '1,5,0', 'many', '--1', '.', '２'])(
    'rejects %j',
    (sent) => {
      expect(numberOf(sent)).toEqual([['pages', 'Please enter a number']]);
    },
  );
});

describe('a form without a required contact field', () => {
  const contacts = [field('name', 'text'), field('mail', 'email'), field('phone', 'phone')];

  it('requires one contact field, and reports the error at the first one', () => {
    expect(check(contacts, { name: 'Maren' }, true)).toEqual([
      ['mail', 'Please enter an email address or a phone number so that we can reply'],
    ]);
    const phones = [field('phone', 'phone'), field('other', 'phone')];
    expect(check(phones, {}, true)).toEqual([
      ['phone', 'Please enter a phone number so that we can reply'],
    ]);
  });

  it('accepts any contact field, and reports an invalid one', () => {
    expect(check(contacts, { phone: '+44 20 7946 0958' }, true)).toEqual({
      phone: '+44 20 7946 0958',
    });
    expect(check(contacts, { mail: 'maren' }, true)).toEqual([
      ['mail', 'Please enter a valid email address'],
    ]);
  });

  it('requires no contact field in a brief, since its sender is known', () => {
    expect(check([field('mail', 'email')], {})).toEqual({});
  });
});

describe('a multiple choice', () => {
  it('stores each option once', () => {
    const parts = field('parts', 'choices', { options: ['Shop', 'Blog'] });
    expect(check([parts], { parts: ['Shop', 'Shop', 'Shop'] })).toEqual({ parts: ['Shop'] });
    expect(check([parts], { parts: ['Sea'] })).toEqual([['parts', 'Please choose one or more']]);
  });
});
