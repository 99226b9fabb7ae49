import { expect, it } from 'vitest';

import { line } from './text-schema';

it.each(['Ada\nBcc: x@example.com', 'Ada\u202eByron', 'Ada\u0007', 'Ada\u2028Byron'])(
  'a name holds no line break or control character: %j',
  (name) => {
    expect(line({ max: 100 }).safeParse(name).success).toBe(false);
  },
);

it('a name holds what names hold', () => {
  for (const name of ['Ada Byron', "O'Neill-Søren", 'محمد', '愛子', '  Ada ']) {
    expect(line({ max: 100 }).parse(name)).toBe(name.trim());
  }
});
