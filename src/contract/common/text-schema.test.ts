import { describe, expect, it } from 'vitest';

import { digits, email, line, text } from './text-schema';

it.each(['Ada\nBcc: x@example.com', 'Ada\u202eByron', 'Ada\u0007', 'Ada\u2028Byron'])(
  'a name contains no line break or control character: %j',
  (name) => {
    expect(line({ max: 100 }).safeParse(name).success).toBe(false);
  },
);

it('a name can contain apostrophes, hyphens and letters of any script', () => {
  for (const name of ['Ada Byron', "O'Neill-Søren", 'محمد', '愛子', '  Ada ']) {
    expect(line({ max: 100 }).parse(name)).toBe(name.trim());
  }
});

describe('a minimum length', () => {
  const name = line({ min: 2, minMessage: 'Too short', max: 100 });
  const message = text({ min: 10, minMessage: 'Too short', max: 100 });

  it('counts a letter of a script without case as two', () => {
    for (const one of ['李', 'あ', '김', 'ก', 'ع']) expect(name.safeParse(one).success).toBe(true);
    expect(message.safeParse('請回電謝謝').success).toBe(true);
    expect(message.safeParse('請回電謝').success).toBe(false);
  });

  it('applies to Latin letters, and ignores invisible characters', () => {
    for (const one of ['A', 'A\u200b', '\u3164', '1']) {
      expect(name.safeParse(one).error?.issues[0]?.message).toBe('Too short');
    }
    expect(message.safeParse(`A${'\u200b'.repeat(20)}`).success).toBe(false);
  });
});

describe('the email schema', () => {
  const field = email('Invalid email address');

  it('treats both spellings of an international domain as equal', () => {
    const stored = 'info@xn--e1afmkfd.xn--p1ai';
    expect([field.parse('info@пример.рф'), field.parse(stored)]).toEqual([stored, stored]);
  });

  it.each(['info@', 'a@b', 'a b@c.de', 'a@b.c', 'a@b..de'])('rejects %s', (one) => {
    expect(field.safeParse(one).success).toBe(false);
  });
});

it('a code has six digits, also with spaces, hyphens and digits of any script', () => {
  const field = digits('OTP must be 6 digits');
  for (const one of ['', '12345', '12345a', '1234567']) {
    expect(field.safeParse(one).error?.issues[0]?.message).toBe('OTP must be 6 digits');
  }
  expect(['123 456', '123-456', '१२३४५६'].map((one) => field.parse(one))).toEqual(
    Array.from({ length: 3 }, () => '123456'),
  );
});
