import { expect, it } from 'vitest';

import { dueInWords, dueUnlessNamed } from './documents';

it('when a part is due is said once', () => {
  expect(dueUnlessNamed('On acceptance', dueInWords('on_acceptance'))).toBe('');
  expect(dueUnlessNamed('Deposit', dueInWords('on_acceptance'))).toBe('on acceptance');
});
