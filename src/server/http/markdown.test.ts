import { expect, it } from 'vitest';

import { prefersMarkdown } from './markdown';

it.each([
  ['text/markdown', true],
  ['Text/Markdown; charset=utf-8', true],
  ['text/markdown, text/html, */*', true],
  ['text/html;q=0.8, text/markdown;q=0.9', true],
  ['text/html, text/markdown;q=0.9', false],
  ['text/markdown;q=0', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('with Accept: %s, Markdown is preferred: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
