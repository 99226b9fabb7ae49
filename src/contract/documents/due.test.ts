import { expect, it } from 'vitest';

import { dueInWords, dueUnlessNamed } from './documents';

it('the due date of a payment part is shown only if its name does not contain that date', () => {
  expect(dueUnlessNamed('On acceptance', dueInWords('on_acceptance'))).toBe('');
  expect(dueUnlessNamed('Deposit', dueInWords('on_acceptance'))).toBe('on acceptance');
});
