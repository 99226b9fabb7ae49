import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { renderMarkdown, renderSection } from './markdown';

const html = (text: string) => renderMarkdown(text).html;

describe('renderMarkdown', () => {
  it('renders paragraphs, lists, tables, quotes and code', () => {
    expect(html('One *two* **three**')).toBe('<p>One <em>two</em> <strong>three</strong></p>\n');
    expect(html('- a\n- b')).toContain('<ul>\n<li>a</li>');
    expect(html('> said')).toContain('<blockquote>');
    expect(html('| a | b |\n| - | - |\n| 1 | 2 |')).toMatch(
      /^<div class="wide"[^>]* tabindex="0"><table>.*<td>1<\/td>.*<\/table><\/div>$/s,
    );
    expect(html('| a |\n| - |\n| 1<br>*2*<script>\\<br> |')).toContain(
      '<td>1<br>\n<em>2</em>&lt;script&gt;&lt;br&gt;</td>',
    );
    expect(html('a<br>b')).toBe('<p>a&lt;br&gt;b</p>\n');
    expect(html('```js\na < b\n```')).toContain('<code>a &lt; b\n</code></pre>');
  });

  it('gives each heading a unique id', () => {
    const made = renderMarkdown('## What it costs\n\n### In short\n\n## What it costs\n\ntext');
    expect(made.headings).toEqual([
      { id: 'on-what-it-costs', text: 'What it costs' },
      { id: 'on-what-it-costs-1', text: 'What it costs' },
    ]);
    expect(made.html).toContain(
      '<h2 id="on-what-it-costs"><a class="anchor" href="#on-what-it-costs">What it costs</a></h2>',
    );
    expect(made.html).toContain('<h3 id="on-in-short">');
  });

  it('demotes headings of the first level, because the page title has this level', () => {
    const made = renderMarkdown('# Title');
    expect(made.html).toContain('<h2 id="on-title">');
    expect(made.html).not.toContain('<h1');
    expect(made.headings).toHaveLength(1);
  });

  it('renders a stored picture in several widths, with its size', () => {
    const url = `/media/${'a'.repeat(32)}-1600x900.webp`;
    const made = html(`![A pier](${url})`);
    expect(made).toContain(`src="${url}"`);
    expect(made).toContain(`${url}?w=640 640w`);
    expect(made).toContain('width="1600" height="900" alt="A pier" loading="lazy"');
  });

  it('shows the alternative text of a picture without a URL, such as during an upload', () => {
    expect(html('![Uploading <pier>.jpg…]()')).toBe('<p>Uploading &lt;pier&gt;.jpg…</p>\n');
  });

  it('renders a picture of another site unchanged, without widths', () => {
    expect(html('![A pier](https://example.com/pier.jpg)')).toBe(
      '<p><img src="https://example.com/pier.jpg" alt="A pier" loading="lazy" decoding="async"></p>\n',
    );
  });

  it('opens external links with rel=noopener', () => {
    expect(html('[out](https://example.com)')).toContain(
      '<a href="https://example.com" rel="noopener">',
    );
    expect(html('[in](/services)')).toContain('<a href="/services">');
  });

  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '![x](javascript:alert(1))',
    '![" onerror="alert(1)](/x.png)',
    '[x](/a "\\" onclick=\\"alert(1)")',
    '```"><script>alert(1)</script>\nx\n```',
    '<https://example.com/"onmouseover=alert(1)>',
    '## <b onclick=alert(1)>x</b>',
  ];
  it.each(attacks)('renders nothing executable: %s', (attack) => {
    expectHarmless(html(attack));
    expectHarmless(renderSection(attack));
  });

  it('renders nothing executable for random input', () => {
    const pieces = fc.constantFrom(
      ...attacks,
      ...'<>"\'`()[]!#*_|\\&;:\n ',
      'javascript:',
      'onclick=',
      '<svg/onload=',
      '&#x6A;',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) =>
        [html, renderSection].forEach((render) => {
          expectHarmless(render(parts.join('')));
        }),
      ),
      { numRuns: 500 },
    );
  });
});

describe('renderSection', () => {
  it('links to pictures instead of loading them from another site', () => {
    const made = renderSection('![A "pier"](https://example.com/a.png) ![](https://example.com/b)');
    expect(made).not.toContain('<img');
    expect(made).toContain(
      '<a href="https://example.com/a.png" rel="noopener">A &quot;pier&quot;</a>',
    );
    expect(made).toContain(
      '<a href="https://example.com/b" rel="noopener">https://example.com/b</a>',
    );
  });

  it('shows a picture within a link as its alternative text', () => {
    expect(renderSection('[![A pier](/a.png)](/b)')).toBe('<p><a href="/b">A pier</a></p>\n');
  });

  it('shows tables with too many cells as text, so that a short text does not become megabytes', () => {
    const columns = 160;
    const rows = 400;
    const table = (width: number, height: number) =>
      `${'|a'.repeat(width)}\n${'|-'.repeat(width)}\n${'x\n'.repeat(height)}\n`;
    const cells = (text: string) => renderSection(text).match(/<t[dh]\b/g)?.length ?? 0;
    expect(cells(table(columns, rows))).toBe(0);
    expect(renderSection(table(columns, rows))).toContain('<code>|a|a');
    expect(cells(table(10, 100))).toBe(1010);
    // All tables of a text count together, including those within a quotation or a list.
    expect(cells(table(10, 100).repeat(20))).toBeLessThanOrEqual(2000);
    expect(cells(table(columns, rows).replace(/^/gm, '> '))).toBe(0);
    expect(cells(`text\n${table(columns, rows)}`)).toBe(0);
    const long = table(columns, rows).repeat(8);
    expect(renderSection(long).length).toBeLessThan(2 * long.length);
  });

  it('gives headings no ids, because another section could have the same ids', () => {
    expect(renderSection('# Title\n\n## Title')).toBe('<h2>Title</h2>\n<h2>Title</h2>\n');
  });
});

const allowedTags =
  /^<\/?(p|em|strong|s|ul|ol|li|h[2-6]|a|img|blockquote|pre|code|br|hr|div|table|thead|tbody|tr|th|td)[ >/]/;

/** Expects only tags that Markdown can produce, and neither event handlers nor script URLs. */
function expectHarmless(text: string) {
  for (const [tag] of text.matchAll(/<[^>]*>/g)) {
    expect(tag).toMatch(allowedTags);
    const bare = tag.replaceAll(/"[^"]*"/g, '""');
    expect(bare).not.toMatch(/\son\w+\s*=/i);
    expect(tag).not.toMatch(/(href|src)="\s*(javascript|vbscript|data:text)/i);
  }
}
