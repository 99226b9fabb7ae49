import { expect, it } from 'vitest';

import { plainTextOf } from './markdown-text';

it.each([
  ['Hello **Ada**, see `it`.', 'Hello Ada, see it.'],
  [
    '# Next\n\nTwo *things*:\n\n- one\n- two\n  - inner',
    'Next\n\nTwo things:\n\n• one\n• two\n  • inner',
  ],
  ['3. three\n4. four', '3. three\n4. four'],
  ['[the plan](https://a.example/plan)', 'the plan (https://a.example/plan)'],
  ['https://a.example/plan', 'https://a.example/plan'],
  ['one\ntwo', 'one\ntwo'],
  ['```\na < b\n```', 'a < b'],
  ['| a | b |\n| - | - |\n| 1 | 2 |', 'a | b\n\n1 | 2'],
  ['<b>no</b> & "quotes"', '<b>no</b> & “quotes”'],
  ['', ''],
])('%j is %j', (markdown, text) => {
  expect(plainTextOf(markdown)).toBe(text);
});
