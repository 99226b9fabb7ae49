import { expect, it } from 'vitest';

import { dueInWords, dueUnlessNamed } from './documents';

it('a payment part shows its due date unless its name contains that date', () => {
  expect(dueUnlessNamed('On acceptance', dueInWords('on_acceptance'))).toBe('');
  expect(dueUnlessNamed('Deposit', dueInWords('on_acceptance'))).toBe('on acceptance');
});
