import { describe, expect, it } from 'vitest';

import { readCriticalCss } from './critical-css';

const of = (css: string, markup: string) => readCriticalCss(css)(markup);

describe('the critical styles of a page', () => {
  it('are the rules whose classes and elements are in its markup', () => {
    const css =
      '.a{color:red}.b{color:blue}p{margin:0}table{margin:1px}.a .b{top:0}.a>p+p{top:1px}';
    expect(of(css, '<p class="x a">Text</p>')).toBe('.a{color:red}p{margin:0}.a>p+p{top:1px}');
  });

  it('keep of a list of selectors those that match', () => {
    expect(of('h1,h2,.none,.a:hover{top:0}', '<h2 class="a"></h2>')).toBe('h2,.a:hover{top:0}');
  });

  it.each([
    'a:not(.gone):hover',
    'a[aria-expanded=true]',
    'a:not([data-open])',
    'a:is(.b,.c) ',
    'a:not(:has(.d,.e))::after',
    '*',
    ':root[data-theme=dark]',
    'a:nth-child(2n + 1)',
  ])('keep what a state or an attribute may change: %s', (selector) => {
    expect(of(`${selector}{top:0}`, '<a href="/">Home</a>')).toBe(`${selector.trim()}{top:0}`);
  });

  it('keep rules of data attributes that are in its markup, with any value', () => {
    const css = '[data-open=true]{top:0}a[data-open]:hover{top:1px}[data-tone=bad]{top:2px}';
    expect(of(css, '<a data-open="false">')).toBe(
      '[data-open=true]{top:0}a[data-open]:hover{top:1px}',
    );
  });

  it('keep the custom properties that a rule or the markup reads', () => {
    const css =
      ':root{--a:var(--b);--b:url(x;y);--c:1px;--d:rgb(0 0 0 / .5);--e:2px}p{top:var(--a,0)}@media print{:root{--c:0;--d:red}}';
    expect(of(css, '<p style="left:var(--d)">')).toBe(
      ':root{--a:var(--b);--b:url(x;y);--d:rgb(0 0 0 / .5);}p{top:var(--a,0)}@media print{:root{--d:red}}',
    );
  });

  it('keep blocks with what is used in them, and leave out the others', () => {
    const css =
      '@media (min-width:1px){.a{top:0}@supports (top:0){.b{top:1px}}}@media print{.b{top:0}}';
    expect(of(css, '<p class="a">')).toBe('@media (min-width:1px){.a{top:0}}');
  });

  it('keep fonts, and the animations that are named', () => {
    const css =
      '@font-face{font-family:F;src:local(F)}@keyframes in{0%{top:0}to{top:1px}}@keyframes out{to{top:0}}.a{animation:1s in}';
    expect(of(css, '<p class="a">')).toBe(
      '@font-face{font-family:F;src:local(F)}@keyframes in{0%{top:0}to{top:1px}}.a{animation:1s in}',
    );
  });
});
