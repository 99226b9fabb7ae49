import { expect, it } from 'vitest';

import { dueInWords, dueUnlessNamed } from './documents';

it('shows once when a part is due', () => {
  expect(dueUnlessNamed('On acceptance', dueInWords('on_acceptance'))).toBe('');
  expect(dueUnlessNamed('Deposit', dueInWords('on_acceptance'))).toBe('on acceptance');
});
