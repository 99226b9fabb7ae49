import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import iconv from 'iconv-lite';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { type ImportKind, importKinds } from '~/contract/content/content-types';
import { importColumns, sampleCsv } from '~/contract/imports/import-columns';
import type { ImportResult } from '~/contract/imports/imports-schema';
import { createStatementReader } from '~/server/features/bank/reading/read-statement';
import { renderMarkdown } from '~/server/features/content/blog/markdown';
import { createDatabase } from '~/server/platform/db/client';
import { UnfetchedPicture } from '~/server/platform/media/fetch-picture';
import { testApp } from '~/testing/app';
import { signInAdmin, signUpClient } from '~/testing/sign-in';
import { copyLimits, createPictureCopies, type PictureCopies } from './copy-pictures';
import { columnsOf, readCsv } from './csv';
import { createImports } from './imports.service';
import { readWxr } from './wxr';

const app = testApp();
let admin: string;

beforeAll(async () => {
  admin = await signInAdmin(app);
});
beforeEach(async () => {
  await app.sql`delete from posts where slug like 'imported-%'`;
});

const defaults = { timeZone: 'UTC', currency: 'USD' };

async function send(body: string | Uint8Array, query: string, cookie = admin) {
  const response = await app.fetch(`/api/admin/import?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', ...(cookie && { Cookie: cookie }) },
    body: body as BodyInit,
  });
  return {
    status: response.status,
    body: (await response.json()) as ImportResult & { message: string },
  };
}
const outcomes = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.rows.map(({ place, slug, outcome, note }) => [place, slug, outcome, note]);
const postOf = async (slug: string) => {
  const [row] = await app.sql`select * from posts where slug = ${slug}`;
  return row;
};

const csv = [
  'Title;Slug;Category;Body;Published at;Featured;Colour',
  'Imported one;imported-one;design;"Two\nlines; and a sign";2024-05-01;yes;red',
  'Imported two;;Business;Words;;;',
  ';imported-three;Business;Words;;;',
  'Imported four;imported-four;Cooking;Words;yesterday;;',
].join('\r\n');

describe('the sample of each kind', () => {
  const table = (names: readonly string[], kind: ImportKind) => {
    const columns = importColumns[kind].filter(({ name }) => names.includes(name));
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    return [
      columns.map(({ name }) => name).join(','),
      columns.map(({ example }) => quoted(example)).join(','),
    ].join('\n');
  };
  const outcomeOf = async (body: string, kind: ImportKind) =>
    (await send(body, `kind=${kind}`)).body.rows.map(({ outcome, note }) => [outcome, note]);

  it.each(importKinds)('has all columns of %s, and says which are required', async (kind) => {
    expect(importColumns[kind].map(({ name }) => name).sort()).toEqual(columnsOf(kind).sort());
    expect(await outcomeOf(sampleCsv(kind), kind)).toEqual([['new', '']]);
    const needed = importColumns[kind].flatMap(({ name, isRequired }) =>
      isRequired ? [name] : [],
    );
    expect(await outcomeOf(table(needed, kind), kind)).toEqual([['new', '']]);
    for (const one of needed) {
      const others = columnsOf(kind).filter((name) => name !== one && name !== 'slug');
      expect(await outcomeOf(table(others, kind), kind)).toEqual([
        ['invalid', expect.stringContaining(`${one}: `)],
      ]);
    }
  });
});

describe('a CSV file', () => {
  it('is not stored at first, and the response says what would happen to each row', async () => {
    const answer = await send(`\uFEFF${csv}`, 'kind=posts');
    expect(outcomes(answer)).toEqual([
      [3, 'imported-one', 'new', ''],
      [4, 'imported-two', 'new', ''],
      [5, 'imported-three', 'invalid', 'title: Title is required'],
      [6, 'imported-four', 'invalid', expect.stringMatching(/^(category|publishedAt): /)],
    ]);
    expect(answer.body).toMatchObject({ isApplied: false, left: 0 });
    expect(answer.body.notes).toEqual(['Unused columns: Colour']);
    expect(await postOf('imported-one')).toBeUndefined();
  });

  it('is stored once, however often it is sent', async () => {
    expect((await send(csv, 'kind=posts&apply=true')).body).toMatchObject({
      isApplied: true,
      left: 0,
    });
    expect(await postOf('imported-one')).toMatchObject({
      title: 'Imported one',
      category: 'Design',
      body: 'Two\nlines; and a sign',
      featured: true,
      published_at: new Date('2024-05-01T12:00:00Z'),
    });
    expect(await postOf('imported-two')).toMatchObject({ published_at: null });
    await app.sql`update posts set title = 'Edited since' where slug = 'imported-one'`;
    const again = await send(csv, 'kind=posts&apply=true');
    expect(outcomes(again).slice(0, 2)).toEqual([
      [3, 'imported-one', 'exists', 'Already exists; stays unchanged'],
      [4, 'imported-two', 'exists', 'Already exists; stays unchanged'],
    ]);
    expect(await postOf('imported-one')).toMatchObject({ title: 'Edited since' });
    const [log] = await app.sql`
      select count(*)::int as rows from audit_log where action = 'post.created' and description like '%Imported one%'`;
    expect(log?.rows).toBe(1);
  });

  it('of services can have prices, lists and labels in everyday formats', async () => {
    const services = [
      'Name,Description,Price,Category,Features,Is active',
      '"Imported care, monthly",Looks after things,"$1,250.50",E-Commerce,Backups|Updates | ,no',
    ].join('\n');
    expect((await send(services, 'kind=services&apply=true')).body.rows[0]?.outcome).toBe('new');
    const [row] = await app.sql`select * from services where slug = 'imported-care-monthly'`;
    expect(row).toMatchObject({
      price_cents: '125050',
      category: 'ecommerce',
      features: ['Backups', 'Updates'],
      is_active: false,
    });
  });

  const importedPost = async (heading: string, value: string) => {
    const file = `Title,Body,Slug,Published at,${heading}\nImported,x,imported-state,2024-05-01,${value}`;
    const [row] = (await readCsv(file, 'posts', defaults)).entries;
    return [row?.fields.publishedAt ?? 'draft', row?.note ?? ''];
  };
  it.each([
    ['Status', 'draft'],
    ['Veröffentlichungsstatus', 'Entwurf'],
    ['moderationState', 'Needs work'],
    ['Status', ''],
    ['Published', '-1'],
    ['isPublished', 'no'],
    ['Published?', ''],
    ['is_draft', 'yes'],
    ['公開', 'いいえ'],
    ['Not published', 'yes'],
    ['Post Password', 'pw'],
    ['State', 'In review'],
  ])('drafts a post whose %s is “%s”', async (heading, value) => {
    const shown = value === '' ? 'empty' : `“${value}”`;
    expect(await importedPost(heading, value)).toEqual([
      'draft',
      `${heading} is ${shown}: a draft here`,
    ]);
  });

  it.each([
    ['Status', 'Published'],
    ['Status', '1'],
    ['Status', '🟢 Live'],
    ['Sichtbarkeit', 'Öffentlich'],
    ['Published', 'TRUE'],
    ['公開', 'はい'],
    ['Draft', 'false'],
    ['Archived', ''],
    ['Comment status', 'closed'],
    ['Published On', '2024-05-01'],
    ['State', 'Bavaria'],
  ])('publishes a post whose %s is “%s”', async (heading, value) => {
    expect(await importedPost(heading, value)).toEqual(['2024-05-01T12:00:00.000Z', '']);
  });

  it('hides services that are not public, and refuses portfolio items that are not', async () => {
    const services = [
      'Name,Description,Slug,Price,Active,Status',
      'Imported,x,imported-inactive,900,no,draft',
    ].join('\n');
    const { body } = await send(services, 'kind=services&apply=true');
    expect(body.notes).toEqual([]);
    expect(body.rows[0]?.note).toBe('Active is “no”, Status is “draft”: hidden here');
    const [row] = await app.sql`select is_active from services where slug = 'imported-inactive'`;
    expect(row).toEqual({ is_active: false });
    const work = 'Title,Description,Client name,Hidden\nA bridge,x,Ada,yes';
    expect((await send(work, 'kind=portfolio')).body.rows).toMatchObject([
      { outcome: 'invalid', note: expect.stringMatching(/^Hidden is “yes”, and work/) },
    ]);
  });

  it.each([
    ['no known column', 'a,b\n1,2', 'The first line names no column that is known'],
    ['an open quote', 'Title\n"never ends', 'This file cannot be read as CSV'],
  ])('with %s is rejected, with advice', async (_, file, message) => {
    const answer = await send(file, 'kind=posts');
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  const services = (rows: string[], sign = ';') =>
    ['name,description,category,price,featured,isActive'.replaceAll(',', sign), ...rows].join('\n');
  const readOf = async (file: string | Uint8Array, kind: ImportKind) =>
    (await send(file, `kind=${kind}`)).body.rows.map(({ read, outcome, note }) =>
      outcome === 'new' ? read : note,
    );

  it('has prices and booleans in the format of its column', async () => {
    const file = services([
      'Hafenlogo;Zeichen;branding;1250,50;ja;WAHR',
      'Hafenseite;Neun Seiten;website;"1.250,00 $";nein;ja',
      'Wartung;Jeden Monat;website;1.250;nein;oui',
      'Beratung;Eine Stunde;website;"2 900,00";nein;vielleicht',
      'Beratung 2;Eine Stunde;website;viel;nein;ja',
    ]);
    expect(await readOf(file, 'services')).toEqual([
      { price: '1250.50', featured: 'yes', isActive: 'yes' },
      { price: '1250.00', featured: 'no', isActive: 'yes' },
      { price: '1250', featured: 'no', isActive: 'yes' },
      'isActive: “vielleicht” is neither yes nor no',
      'price: “viel” is not a number',
    ]);
  });

  it('refuses prices in a currency other than the site’s', async () => {
    const file = services([
      'One;x;website;900 EUR;no;yes',
      'Two;x;website;1.250,00 €;no;yes',
      'Three;x;website;USD 900;no;yes',
      'Four;x;website;-0;no;yes',
    ]);
    expect(await readOf(file, 'services')).toEqual([
      'price: “900 EUR” is not in USD, the currency of this site. Please write the price in USD',
      expect.stringContaining('“1.250,00 €” is not in USD'),
      expect.objectContaining({ price: '900' }),
      expect.objectContaining({ price: '0' }),
    ]);
  });

  it.each([
    ['name,description,category,price,Currency', 'A,x,website,900,USD', '900'],
    ['name,description,category,price,Currency', 'A,x,website,900,EUR', /“900 EUR” is not in USD/],
    ['name,description,category,price,Currency', 'A,x,website,$900,CAD', /“\$900 CAD” is not in/],
    ['name,description,category,price,currency', 'A,x,website,900,coins', /“coins” is not a known/],
    ['name,description,category,Price (EUR)', 'A,x,website,900', /“900 EUR” is not in USD/],
    ['name,description,category,price_usd', 'A,x,website,900', '900'],
  ])('reads the currency of prices in “%s”: %s', async (heading, row, expected) => {
    const { body } = await send(`${heading}\n${row}`, 'kind=services');
    expect(body.notes).toEqual([]);
    const [read] = body.rows;
    if (typeof expected === 'string') expect(read?.read.price).toBe(expected);
    else expect([read?.outcome, read?.note]).toEqual(['invalid', expect.stringMatching(expected)]);
  });

  it('has prices with the decimals of the currency', async () => {
    const pricesIn = async (currency: string, ...prices: string[]) => {
      const rows = prices.map((price) => `A;x;website;${price}`);
      const file = ['name;description;category;price', ...rows].join('\n');
      const { entries } = await readCsv(file, 'services', { timeZone: 'UTC', currency });
      return entries.map(({ problem, fields }) => problem ?? fields.price);
    };
    expect(await pricesIn('USD', '12.345')).toEqual(['12345']);
    expect(await pricesIn('KWD', '12.345')).toEqual([
      'price: “12.345” can be 12.345 or 12345. Please write it with two decimals or none',
    ]);
    expect(await pricesIn('KWD', '12.500', '1.250,50')).toEqual(['12500', '1250.50']);
    expect(await pricesIn('JPY', '142,800')).toEqual(['142800']);
    expect(await pricesIn('JPY', '142,800.50')).toEqual([
      'price: “142,800.50” has more decimals than JPY',
    ]);
  });

  it('refuses rows with more cells than columns, and columns with the same name', async () => {
    const file = 'name,description,,price\nOne,x,more,1,250.50\nTwo,"<p>x</p>",,900';
    const { body } = await send(file, 'kind=services');
    expect(body.rows.map(({ outcome, note }) => [outcome, note])).toEqual([
      ['invalid', expect.stringMatching(/^It has more cells than there are columns/)],
      ['new', 'It has HTML tags, which are shown as text'],
    ]);
    expect(body.notes).toEqual(['Unused columns: column 3, which has no name']);
    const twice = await send('name,description,price,Price (USD)\nOne,x,100,200', 'kind=services');
    expect([twice.status, twice.body.message]).toEqual([
      400,
      'Two columns are named price. Please remove one',
    ]);
  });

  it('can name its delimiter in a first line', async () => {
    const file = `sep=;\r\n${services(['Imported, a;b,c;website;900;no;yes'])}`;
    expect((await send(file, 'kind=services')).body.rows).toMatchObject([
      { place: 3, title: 'Imported, a', outcome: 'new' },
    ]);
  });

  it.each(['windows-1251', 'shift_jis', 'euc-kr'])('is read in %s', async (encoding) => {
    const title = {
      'windows-1251': 'Сайт для порта',
      shift_jis: '港のサイトとページ',
      'euc-kr': '항구 웹사이트와 아홉 페이지',
    }[encoding];
    const bytes = new Uint8Array(
      iconv.encode(services([`${title};${title};website;900;no;yes`]), encoding),
    );
    expect((await send(bytes, 'kind=services')).body.rows).toMatchObject([{ title }]);
  });

  it('is stored in the chosen encoding if its own is unclear', async () => {
    const bytes = new Uint8Array(iconv.encode('title;body\nImported 港;x', 'shift_jis'));
    const asked = await send(bytes, 'kind=posts');
    expect(asked.body.encodings).toContainEqual({
      encoding: 'shift_jis',
      lines: ['Imported 港;x'],
    });
    const refused = await send(bytes, 'kind=posts&apply=true');
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^The encoding of this file is unclear\. .*shift_jis/),
    ]);
    const stored = await send(bytes, 'kind=posts&apply=true&encoding=shift_jis');
    expect(stored.body.rows).toMatchObject([{ title: 'Imported 港', outcome: 'new' }]);
  });

  it('has dates in the order of its column, and times in the agency’s time zone', async () => {
    const posts = (...dates: string[]) =>
      ['title;body;category;publishedAt', ...dates.map((at) => `Imported;x;Business;${at}`)].join(
        '\n',
      );
    const german = posts('01.05.2024', '31.05.2024', '2024-05-01 00:30', '4. Mai 2024');
    expect(await readOf(german, 'posts')).toEqual([
      { publishedAt: '2024-05-01' },
      { publishedAt: '2024-05-31' },
      { publishedAt: '2024-05-01 00:30' },
      { publishedAt: '2024-05-04' },
    ]);
    expect(await readOf(posts('05/01/2024'), 'posts')).toEqual([
      'publishedAt: “05/01/2024” can be 2024-01-05 or 2024-05-01. Please write it as 2024-01-05',
    ]);
    expect(await readOf(posts('24/12/21'), 'posts')).toEqual([
      'publishedAt: “24/12/21” can be 2021-12-24 or 2024-12-21. Please write it as 2021-12-24',
    ]);
  });

  it('is read in its encoding', async () => {
    const row = 'Imported Straßenschild für Köln;Größe – für Läden;branding;900;no;yes';
    const bytes = services([row]).replaceAll('–', '\u0096');
    const file = new Uint8Array(Buffer.from(bytes, 'latin1'));
    const { body } = await send(file, 'kind=services');
    expect(body.rows).toMatchObject([
      { title: 'Imported Straßenschild für Köln', slug: 'imported-strassenschild-fur-koln' },
    ]);
  });

  it('gets numbered slugs for equal names, and its rows are recognized in a second import', async () => {
    const file = services(['Imported *;One;website;1;no;no', 'Imported !;Two;website;1;no;no']);
    const first = await send(file, 'kind=services&apply=true');
    expect(first.body.rows.map(({ slug, outcome }) => [slug, outcome])).toEqual([
      ['imported', 'new'],
      ['imported-2', 'new'],
    ]);
    const again = await send(file, 'kind=services&apply=true');
    expect(again.body.rows.map(({ outcome }) => outcome)).toEqual(['exists', 'exists']);
  });

  it('reports a duplicate slug, and stores it once', async () => {
    const twice = 'Title,Slug\nImported a,imported-a\nImported b,imported-a\n';
    const answer = await send(twice, 'kind=posts&apply=true');
    expect(answer.body.rows.map(({ outcome }) => outcome)).toEqual(['new', 'exists']);
    expect(await postOf('imported-a')).toMatchObject({ title: 'Imported a' });
  });
});

const item = (type: string, slug: string, parts: string) =>
  `<item><title>Imported &amp;amp; ${slug}</title><dc:creator><![CDATA[ada]]></dc:creator><wp:post_name><![CDATA[${slug}]]></wp:post_name><wp:post_type><![CDATA[${type}]]></wp:post_type>${parts}</item>`;
const wxr = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<!-- generator="WordPress/6.6" -->\n<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old site</title><wp:author><wp:author_login><![CDATA[ada]]></wp:author_login><wp:author_display_name><![CDATA[Ada Byron]]></wp:author_display_name></wp:author>${items}</channel></rss>`;
const published =
  '<wp:status>publish</wp:status><wp:post_date_gmt>2023-02-03 04:05:06</wp:post_date_gmt><category domain="category">Design</category>';
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

describe('a hostile text', () => {
  const bodyOf = async (html: string) => {
    const parts = `${published}<content:encoded><![CDATA[${html}]]></content:encoded>`;
    const { entries } = await readWxr(wxr(item('post', 'odd', parts)), defaults);
    return String(entries[0]?.fields.body);
  };

  it.each([
    ['elements', '<li>'.repeat(40_000)],
    ['shortcodes without an end', '[caption '.repeat(20_000)],
    ['letters in a shortcode', `[caption ${'a'.repeat(150_000)}] `],
  ])('with too many %s keeps its words without markup', async (_, start) => {
    expect(await bodyOf(`${start}The words`)).toContain('The words');
  });

  it('that is long but made of paragraphs is converted', async () => {
    const text = '<p>One <strong>bold</strong> word.</p><br>'.repeat(900);
    expect(await bodyOf(text)).toContain('One **bold** word.');
  });
});

const content = (html: string) => `<content:encoded><![CDATA[${html}]]></content:encoded>`;
const readItem = async (type: string, parts: string, currency = 'USD') => {
  const { entries } = await readWxr(wxr(item(type, 'one', parts)), { ...defaults, currency });
  return entries[0];
};

describe('a WordPress text', () => {
  it.each([
    [
      'paragraphs and line breaks of the classic editor, beside tags',
      'First.\n\nSecond.\nA line.\n\n<h2>A heading</h2>\nThird.\n<ul>\n <li>one</li>\n</ul>\nFourth.',
      'First.\n\nSecond.  \nA line.\n\n## A heading\n\nThird.\n\n*   one\n\nFourth.',
    ],
    [
      'quotation marks of old sites',
      'He said \u0093yes\u0094 \u0096 twice.',
      'He said “yes” – twice.',
    ],
    [
      'lines and lists in the cells of a table, and cells that span rows',
      '<table><tr><th>Plan</th><th>Pages | texts</th></tr><tr><td rowspan="2">Small<br>or tiny</td><td><ul><li>one</li><li>two</li></ul></td></tr><tr><td><p>A</p><p>B</p></td></tr></table>',
      '| Plan | Pages \\| texts |\n| --- | --- |\n| Small<br>or tiny | • one<br>• two |\n| Small<br>or tiny | A<br>B |',
    ],
    [
      'the parts of a layout table as paragraphs',
      '<table><tr><td><h3>Left</h3><p>One.</p></td><td><table><tr><td>Inner</td><td>cell</td></tr></table><ul><li>item</li></ul></td></tr></table>',
      '### Left\n\nOne.\n\n|   |   |\n| --- | --- |\n| Inner | cell |\n\n*   item',
    ],
    [
      'long cells of a table as paragraphs below the names of their columns',
      `<table><tr><th>Step</th><th>Work</th></tr><tr><td>First</td><td>${'Long. '.repeat(60)}</td></tr></table>`,
      `**Step**\n\nFirst\n\n**Work**\n\n${'Long. '.repeat(60).trim()}`,
    ],
    [
      'raised and lowered numbers',
      '<p>10<sup>6</sup> t CO<sub class="x"><span>2</span></sub>, 1<sup>st</sup></p>',
      '10⁶ t CO₂, 1st',
    ],
    [
      'pictures that a script would load',
      '<img class="lazy" src="data:image/gif;base64,R0" data-src="https://old.example/a.jpg" alt="A">',
      '![A](https://old.example/a.jpg)',
    ],
    [
      'lines of preformatted text',
      'Before.\n\n<pre><code>a\n\nb</code></pre>\n\nAfter.',
      'Before.\n\n```\na\n\nb\n```\n\nAfter.',
    ],
    [
      'tables and strikethrough',
      '<!-- wp:table --><table><thead><tr><th>Length</th><th>Price</th></tr></thead><tbody><tr><td>8 m</td><td>900</td></tr></tbody></table><!-- /wp:table --><p><del>Old: 850.</del></p>',
      '| Length | Price |\n| --- | --- |\n| 8 m | 900 |\n\n~~Old: 850.~~',
    ],
  ])('keeps %s', async (_, html, body) => {
    expect((await readItem('post', published + content(html)))?.fields.body).toBe(body);
  });

  it('loses its shortcodes, but not their content; shortcodes and pictures are reported', async () => {
    const html =
      '<p>Before [sic].</p>\n[contact-form-7 id="12"]\n[su_button url="x"]Ask[/su_button]\n[caption width="300"]<img src="http://old.example/pier.jpg" alt="Pier"> The pier[/caption]';
    const entry = await readItem('post', published + content(html));
    expect(entry?.fields.body).toBe(
      'Before \\[sic\\].\n\nAsk\n\n![Pier](http://old.example/pier.jpg) The pier',
    );
    expect(entry?.note).toBe('Shortcodes that are dropped: contact-form-7, su_button');
    expect(entry?.pictures).toEqual([
      { written: 'http://old.example/pier.jpg', url: 'http://old.example/pier.jpg' },
    ]);
  });
});

it.each([
  [
    '[et_pb_blurb title="Fast %91really%93" url="https://x.example"]Text[/et_pb_blurb]',
    '### Fast \\[really\\]\n\nText',
  ],
  [
    '[et_pb_button button_text="Ask us" button_url="https://x.example/a" /]',
    '[Ask us](https://x.example/a)',
  ],
  ['[vc_custom_heading text="Our work"][vc_btn title="More"]', '### Our work\n\nMore'],
  ["[av_heading heading='Pier' tag='h3'][/av_heading]", '### Pier'],
  ['[et_pb_row admin_label="Row"]Text[/et_pb_row]', 'Text'],
  [
    '[vc_btn title="More" link="url:https%3A%2F%2Fx.example%2Fa|title:More"]',
    '[More](https://x.example/a)',
  ],
  [
    '[fusion_text]Words[/fusion_text][fusion_button link="https://x.example/a"]Ask[/fusion_button][vc_column_text]More[/vc_column_text]',
    'Words\n\n[Ask](https://x.example/a)\n\nMore',
  ],
  ['[tabs][tab title="Price"]Low[/tab][/tabs]', '### Price\n\nLow'],
  [
    '[vc_progress_bar values="%5B%7B%22label%22%3A%22Design%22%2C%22value%22%3A%2290%22%7D%5D"]',
    '### Design',
  ],
  [
    '[et_pb_testimonial author="Ada" company_name="Pier Ltd"]Good.[/et_pb_testimonial]',
    '### Ada\n\nPier Ltd\n\nGood.',
  ],
  ['[et_pb_image src="https://x.example/a.jpg" alt="A" /]', '![A](https://x.example/a.jpg)'],
  ['[contact-form-7 id="1" title="Contact form"]Text', 'Text'],
  // Base64 of percent-encoded `<p>RAW <b>WORDS</b></p><script>x</script>`.
  [
    `[vc_raw_html]${btoa(encodeURIComponent('<p>RAW <b>WORDS</b></p><script>x</script>'))}[/vc_raw_html]`,
    'RAW **WORDS**',
  ],
  [`Text[vc_raw_js]${btoa('alert(1)')}[/vc_raw_js]`, 'Text'],
])('a page builder’s text keeps its titles and buttons: %s', async (shortcodes, body) => {
  expect((await readItem('post', published + content(shortcodes)))?.fields.body).toBe(body);
});

it('tables with too many cells become paragraphs', async () => {
  const cells = '<td>a</td>'.repeat(20);
  const table = (rows: number) => `<table>${`<tr>${cells}</tr>`.repeat(rows)}</table>`;
  const tablesIn = async (html: string) => {
    const { html: shown } = renderMarkdown(
      String((await readItem('post', published + content(html)))?.fields.body),
    );
    return [shown.match(/<table>/g)?.length ?? 0, shown.includes('<code>')];
  };
  expect(await tablesIn(table(60))).toEqual([1, false]);
  expect(await tablesIn(table(60) + table(60))).toEqual([1, false]);
  expect(await tablesIn(table(95))).toEqual([0, false]);
});

it.each([
  ['<!-- wp:footnotes /-->', '<p>End.</p>'],
  ['<p>End.</p>', ''],
])('a text keeps its footnotes with %s', async (first, last) => {
  const mark = '<sup data-fn="1b-2" class="fn"><a href="#1b-2" id="1b-2-link">1</a></sup>';
  const notes = meta('footnotes', '[{"content":"See <em>there</em>","id":"1b-2"}]');
  const html = `<!-- wp:paragraph --><p>Words${mark}</p><!-- /wp:paragraph -->\n${first}${last}`;
  const entry = await readItem('post', published + notes + content(html));
  const list = '1.  See _there_';
  expect(entry?.fields.body).toBe(
    ['Words¹', ...(last ? [list, 'End.'] : ['End.', list])].join('\n\n'),
  );
  expect(entry?.note).toBeUndefined();
});

it('a post whose page builder stores its text elsewhere becomes a draft', async () => {
  const parts = published + content('') + meta('_bricks_page_content_2', 'a:1:{i:0;s:5:"Hello";}');
  expect(await readItem('post', parts)).toMatchObject({
    fields: { publishedAt: null },
    note: 'This file does not contain its text: a draft here',
  });
});

describe('a gallery in a text', () => {
  const attachment = (id: number, parent: number) =>
    item(
      'attachment',
      `picture-${id}`,
      `<wp:post_id>${id}</wp:post_id><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://old.example/${id}.jpg</wp:attachment_url>${meta('_wp_attachment_image_alt', `No. ${id}`)}`,
    );
  const picture = (id: number) => `![No. ${id}](https://old.example/${id}.jpg)`;

  it.each([
    ['[gallery ids="8,7" columns="2"]', [picture(8), picture(7)], undefined],
    ['[gallery]', [picture(7)], undefined],
    [
      '[vc_single_image image="8" img_size="full"]',
      [picture(8)],
      'Shortcodes that are dropped: vc_single_image',
    ],
    [
      '[gallery ids="7,9"]',
      [picture(7)],
      'Pictures of galleries that the file does not contain: 9',
    ],
  ])('shows the pictures of %s', async (shortcode, pictures, note) => {
    const parts = `<wp:post_id>5</wp:post_id>${published}${content(`Before\n\n${shortcode}\n\nAfter`)}`;
    const file = wxr(item('post', 'one', parts) + attachment(7, 5) + attachment(8, 0));
    const { entries } = await readWxr(file, defaults);
    expect([entries[0]?.fields.body, entries[0]?.note]).toEqual([
      ['Before', ...pictures, 'After'].join('\n\n'),
      note,
    ]);
  });
});

it('comments are counted and not imported, and named entities are decoded', async () => {
  const parts = `${published}<excerpt:encoded>Caf&amp;eacute; &amp;mdash; &amp;euro;5</excerpt:encoded><wp:comment><wp:comment_content>Nice</wp:comment_content></wp:comment>`;
  const { entries, notes } = await readWxr(wxr(item('post', 'one', parts)), defaults);
  expect([entries[0]?.fields.excerpt, notes]).toEqual(['Café — €5', ['Left out: 1 comment']]);
});

describe('embedded content', () => {
  const bodyOf = async (html: string) => {
    const entry = await readItem('post', published + content(html));
    return [entry?.fields.body, entry?.note];
  };
  const watch = 'https://www.youtube.com/watch?v=a_b-c_d1234';

  it.each([
    ['[youtube https://www.youtube.com/watch?v=a_b-c_d1234]'],
    ['[youtube a_b-c_d1234]'],
    ['[embed]https://www.youtube.com/watch?v=a_b-c_d1234[/embed]'],
    ['<iframe width="5" src="https://www.youtube.com/embed/a_b-c_d1234?rel=0"></iframe>'],
    ['<figure><iframe data-src="//www.youtube-nocookie.com/embed/a_b-c_d1234"></iframe></figure>'],
    ['<video controls src="https://www.youtube.com/watch?v=a_b-c_d1234"></video>'],
    [
      '<video controls><source type="a" src="https://www.youtube.com/watch?v=a_b-c_d1234"><source src="https://old.example/b.webm"></video>',
    ],
    ['[video mp4="https://www.youtube.com/watch?v=a_b-c_d1234"][/video]'],
  ])('becomes a link: %s', async (html) => {
    const [body, note] = await bodyOf(`<p>Before.</p>\n${html}\n<p>After.</p>`);
    expect(body).toMatch(
      /^Before\.\n\n\[.*\]\(https:\/\/www\.youtube\.com\/watch\?v=a_b-c_d1234\)/,
    );
    expect(note).toBe(`Embedded content that becomes a link: ${watch}`);
  });

  it('keeps a bare URL complete', async () => {
    expect(await bodyOf(`<p>See ${watch} and *this*.</p>`)).toEqual([
      `See ${watch} and \\*this\\*.`,
      undefined,
    ]);
  });

  it('is reported if it cannot be converted', async () => {
    const [, note] = await bodyOf(
      '<p>Text.</p><iframe srcdoc="x"></iframe><!-- wp:latest-posts {"postsToShow":3} /--><!-- wp:block {"ref":12} /-->',
    );
    expect(note).toBe(
      'Embedded content that is dropped: iframe. Blocks that are dropped: latest-posts. Reusable blocks that the file does not contain: 12',
    );
  });

  it('includes reusable blocks of the file', async () => {
    const post = item(
      'post',
      'one',
      published + content('<p>Text.</p><!-- wp:block {"ref":12} /-->'),
    );
    const block = item('wp_block', 'two', `<wp:post_id>12</wp:post_id>${content('<p>Again.</p>')}`);
    const { entries } = await readWxr(wxr(post + block), defaults);
    expect([entries[0]?.fields.body, entries[0]?.note]).toEqual(['Text.\n\nAgain.', undefined]);
  });

  it.each([
    ['a draft', '<wp:status>draft</wp:status>'],
    ['protected by a password', '<wp:post_password>x</wp:post_password>'],
    ['for members', meta('_members_access_role', 'subscriber')],
  ])('omits a reusable block that is %s, as WordPress does', async (_, fields) => {
    const post = item(
      'post',
      'one',
      published + content('<p>Text.</p><!-- wp:block {"ref":12} /-->'),
    );
    const block = item(
      'wp_block',
      'two',
      `<wp:post_id>12</wp:post_id>${fields}${content('<p>Secret.</p>')}`,
    );
    const { entries } = await readWxr(wxr(post + block), defaults);
    expect([entries[0]?.fields.body, entries[0]?.note]).toEqual([
      'Text.',
      'Reusable blocks that were not public and are dropped: 12',
    ]);
  });

  const pattern = (...parts: string[]) =>
    parts.map((html, at) =>
      item('wp_block', `p${at}`, `<wp:post_id>${12 + at}</wp:post_id>${content(html)}`),
    );
  const inPattern = async (attributes: string, blocks: string[], fields = '') => {
    const post = published + fields + content(`<!-- wp:block {"ref":12${attributes}} /-->`);
    const { entries } = await readWxr(
      wxr([item('post', 'one', post), ...blocks].join('')),
      defaults,
    );
    return entries[0];
  };
  const overridden = (block: string, name: string, html: string) =>
    `<!-- wp:${block} {"metadata":{"name":"${name}","bindings":{"__default":{"source":"core/pattern-overrides"}}}} -->\n${html}\n<!-- /wp:${block} -->`;

  it('has the texts of a page that override those of a pattern', async () => {
    const blocks = pattern(
      overridden('paragraph', 'Price', '<p class="a">€ 10 default</p>') +
        overridden('heading', 'Other', '<h2>Default</h2>') +
        overridden(
          'button',
          'Go',
          '<div class="b"><a class="c" href="https://old.example/">Buy</a></div>',
        ),
    );
    const post = await inPattern(
      ',"content":{"Price":{"content":"€ \\u003cstrong\\u003e99\\u003c/strong\\u003e"},"Go":{"text":"Book","url":"https://new.example/"}}',
      blocks,
    );
    expect(post?.fields.body).toBe('€ **99**\n\n## Default\n\n[Book](https://new.example/)');
    expect(post?.fields.publishedAt).not.toBeNull();
    expect((await inPattern('', blocks))?.fields.body).toContain('€ 10 default');
  });

  it('includes patterns within patterns, which may refer to themselves', async () => {
    const blocks = pattern(
      '<p>Outer</p><!-- wp:block {"ref":13} /-->',
      '<p>Inner</p><!-- wp:block {"ref":12} /-->',
    );
    expect((await inPattern('', blocks))?.fields.body).toMatch(/^Outer\n\nInner/);
  });

  const bound = (source: string) =>
    `<!-- wp:paragraph {"metadata":{"bindings":{"content":${source}}}} -->\n<p>Placeholder</p>\n<!-- /wp:paragraph -->`;

  it.each(['core/post-meta', 'acf/field'])('has the text of a field by %s', async (source) => {
    const html = bound(`{"source":"${source}","args":{"key":"fee"}}`);
    const post = await readItem('post', published + meta('fee', '€ 99') + content(html));
    expect([post?.fields.body, post?.note]).toEqual(['€ 99', undefined]);
  });

  it.each([
    ['{"source":"core/post-meta","args":{"key":"fee"}}', 'fee'],
    ['{"source":"shop/price"}', 'shop/price'],
  ])('makes the post a draft if the file lacks the field of %s', async (source, name) => {
    const post = await readItem('post', published + content(bound(source)));
    expect(post?.fields.publishedAt).toBeNull();
    expect(post?.note).toContain(
      `This file does not contain some of its texts (${name}): a draft here`,
    );
  });

  it('keeps formulas as LaTeX, and drops formulas without LaTeX', async () => {
    const math = (note: string) =>
      `<p>It is <math><semantics><msup><mn>10</mn><mn>6</mn></msup>${note}</semantics></math>.</p>`;
    const latex = '<annotation encoding="application/x-tex">10^6</annotation>';
    expect(await bodyOf(math(latex))).toEqual(['It is `10^6`.', undefined]);
    expect(await bodyOf(math(''))).toEqual([
      'It is .',
      'Fields and formulas that are dropped: math',
    ]);
  });

  it.each([
    ['<textarea rows="3">Typed</textarea>', 'textarea'],
    ['<select><option>One<option selected>Two</select>', 'select'],
    ['<datalist id="x"><option value="a">Typed</option></datalist>', 'datalist'],
    ['<template><p>Typed</p></template>', 'template'],
    ['<option>Typed</option>', 'option'],
  ])('drops form fields and templates: %s', async (html, name) => {
    expect(await bodyOf(`<p>Free.</p>${html}<p>End.</p>`)).toEqual([
      'Free.\n\nEnd.',
      `Fields and formulas that are dropped: ${name}`,
    ]);
  });

  it('takes the text of Thrive Architect from its field', async () => {
    const fields = meta('tcb_editor_enabled', '1') + meta('tve_updated_post', '<p>New.</p>');
    const post = await readItem('post', published + content('<p>Old.</p>') + fields);
    expect(post?.fields.body).toBe('New.');
  });

  it.each(['[:de]Hallo[:en]Hello[:] you', '<!--:de-->Hallo<!--:--><!--:en-->Hello<!--:--> you'])(
    'takes the English part of %s, and names the other languages',
    async (text) => {
      const { entries } = await readWxr(
        wxr(item('post', text.replaceAll('<', '&lt;'), published + content(text))),
        defaults,
      );
      expect(entries[0]?.fields).toMatchObject({
        title: 'Imported & Hello you',
        body: 'Hello you',
      });
      expect(entries[0]?.note).toBe('Words in other languages are dropped: de');
    },
  );

  it.each([
    ['[[gallery]]', '\\[gallery\\]'],
    ['[[caption]Words[/caption]]', '\\[caption\\]Words\\[/caption\\]'],
  ])('keeps the escaped shortcode %s as text', async (html, words) => {
    expect(await bodyOf(`<p>Write ${html} to get it</p>`)).toEqual([
      `Write ${words} to get it`,
      undefined,
    ]);
  });
});

describe('an entry with parts that may have been hidden', () => {
  it.each([
    ['<div style="display: none">Secret</div>', 'display:none'],
    ["<div STYLE='color:red;DISPLAY:NONE !important'>Secret</div>", 'display:none'],
    ['<p style="display/* */:none">Secret</p>', 'display:none'],
    ['<p style="visibility:collapse">Secret</p>', 'visibility:collapse'],
    ['<p style="opacity: 0">Secret</p>', 'opacity:0'],
    ['<p style="position:absolute; left:-9999px">Secret</p>', 'left:-9999px'],
    ['<style>.x, .y {display:none}</style><p class="x">Secret</p>', 'style'],
    ['<p style="max-height: 0px; overflow: hidden">Secret</p>', 'max-height:0'],
    ['<p style="overflow:hidden;height:0">Secret</p>', 'height:0'],
    ['<p style="position:absolute;clip: rect(0,0,0,0)">Secret</p>', 'clip:rect(0'],
    ['<p style="transform: scale(0)">Secret</p>', 'transform:scale(0)'],
    [String.raw`<p style="dis\70lay:none">Secret</p>`, 'display:none'],
    ['<div style="display:none"><div></div><p>Secret</p></div>', 'display:none'],
    ['<div hidden><img src="https://old.example/a.png">Secret', 'hidden'],
    ['<div style="height:0;padding-bottom:1px;overflow:hidden">Secret</div>', 'height:0'],
    ['<dialog>Secret</dialog>', 'dialog'],
    [
      '<div class="elementor-hidden-desktop elementor-hidden-tablet elementor-hidden-mobile">Secret</div>',
      'elementor-hidden-desktop elementor-hidden-tablet elementor-hidden-mobile',
    ],
    [
      '<div class="hidden-xs hidden-sm hidden-md hidden-lg">Secret</div>',
      'hidden-xs hidden-sm hidden-md hidden-lg',
    ],
    ['<p class="box d-none">Secret</p>', 'd-none'],
    ['<p>Free</p><p>___STEADY_PAYWALL___</p><p>Secret</p>', 'Steady paywall'],
    [
      '<!-- wp:divi/section {"module":{"decoration":{"disabledOn":{"desktop":{"value":"on"},"tablet":{"value":"on"},"phone":{"value":"on"}}}}} --><p>Secret</p><!-- /wp:divi/section -->',
      'divi/section',
    ],
    ['[member_only]Secret[/member_only]', 'member_only'],
    ['[anything]Secret[/anything]', 'anything'],
    ['[paywall id="3"]Secret', 'paywall'],
    [
      '<!-- wp:premium-content/container --><p>Secret</p><!-- /wp:premium-content/container -->',
      'premium-content/container',
    ],
    [
      '<!-- wp:group {"kadenceBlockVisibility":{"roles":["administrator"]}} --><p>Secret</p><!-- /wp:group -->',
      'group',
    ],
    [
      '<!-- wp:group {"metadata":{"plugin":[{"showTo":{"userRole":"editor"}}]}} --><p>Secret</p><!-- /wp:group -->',
      'group',
    ],
    ['<!-- wp:group {"isVisible":false} --><p>Secret</p><!-- /wp:group -->', 'group'],
    ['<!-- wp:group {"restrictTo":} --><p>Secret</p><!-- /wp:group -->', 'group'],
    ...[
      { editorskit: { devices: false, loggedin: true, loggedout: false } },
      { editorskit: { desktop: false, tablet: false, mobile: false } },
      { metadata: { blockVisibility: false } },
      { metadata: { blockVisibility: { viewport: { desktop: 0, tablet: 0, mobile: 0 } } } },
      { blockVisibility: { controlSets: [{ enable: true, controls: { userRole: {} } }] } },
      { vsdesk: true, vstablet: true, vsmobile: true },
      { hideOnDesktop: true, hideOnTablet: true, hideOnMobile: true },
      { UAGLoggedOut: true },
      { advancedSettings: { hide: 'all' } },
      { className: 'is-style-wide logged-in-only' },
    ].map((attributes) => [
      `<!-- wp:group ${JSON.stringify(attributes)} --><p>Secret</p><!-- /wp:group -->`,
      'group',
    ]),
    ['[vc_row disable_element="yes"]Secret[/vc_row]', 'vc_row disable_element'],
    ['[vc_row disable_element=”yes”]Secret[/vc_row]', 'vc_row disable_element'],
    ['[et_pb_text disabled_on="on|on|on"]Secret[/et_pb_text]', 'et_pb_text disabled_on'],
    ['[fusion_text status="draft"]Secret[/fusion_text]', 'fusion_text status'],
    ['[fusion_text publish_date="2099-01-01"]Secret[/fusion_text]', 'fusion_text publish_date'],
    ['[section visibility="hidden"]Secret[/section]', 'section visibility'],
    [
      '[vc_column offset="vc_hidden-lg vc_hidden-md vc_hidden-sm vc_hidden-xs"]Secret[/vc_column]',
      'vc_column offset',
    ],
  ])('becomes a draft: %s', async (html, name) => {
    const parts = published + content(`<p>Public.</p>${html}`);
    const post = await readItem('post', parts);
    expect(post?.fields.publishedAt).toBeNull();
    expect(post?.note).toContain(
      `Parts of it may have been hidden from visitors there (${name}): a draft here`,
    );
  });

  it.each([
    '[vc_row][vc_column]Text[/vc_column][/vc_row]',
    '[su_button url="x"]Ask[/su_button]',
    '[sic]',
    '[contact-form-7 id="1"]',
    '<!-- wp:group {"visibility":"public","isVisible":true,"conditions":[],"access":null} --><p>Text</p><!-- /wp:group -->',
    '<!-- wp:group {"editorskit":{"devices":false,"desktop":true,"tablet":true,"mobile":false,"loggedin":true,"loggedout":true,"acf_visibility":""}} --><p>Text</p><!-- /wp:group -->',
    '<!-- wp:heading {"level":3,"vsmobile":true} --><h3>Text</h3><!-- /wp:heading -->',
    '<!-- wp:premium/heading {"className":"hide-on-mobile"} --><p>Text</p><!-- /wp:premium/heading -->',
    '[et_pb_section disabled="off" disabled_on="on|on|off"][et_pb_team_member name="Ada" /]Text[/et_pb_section]',
    '[fusion_text status="published" publish_date="" render_logics="" hide_on_mobile="small-visibility,large-visibility"]Text[/fusion_text]',
    '[section visibility="hide-for-small"]Text[/section]',
    '<div class="elementor-hidden-desktop elementor-hidden-mobile">Text</div>',
    '<p class="hidden md:block">Text</p>',
    '<p style="line-height:0;overflow:hidden">Text</p>',
    '<p style="height:0.5em;overflow:hidden;transform:scale(0.9)">Text</p>',
    '<p class="d-none d-lg-block">Text</p>',
    '<p style="opacity:0.5;display:block;left:-10px">Text</p>',
    '<style>@media (max-width: 600px) {.a{color:red} .x{display:none}} .y{color:red}</style><p>Text</p>',
    '<dialog open>Text</dialog>',
    '<p hidden="until-found">Text</p>',
    '<p class="wow" style="visibility:hidden;animation-name:none">Text</p>',
    '<div style="display:none"></div><span hidden> &nbsp;</span>',
    '<div style="position:absolute;left:-5000px"><input name="b_1"></div>',
    '<div style="padding-bottom:56%;height:0;overflow:hidden">Text</div>',
  ])('stays public if the only evidence is %s', async (html) => {
    const post = await readItem('post', published + content(`${html} Text`));
    expect(post?.fields.publishedAt).not.toBeNull();
  });
});

describe('a hidden element without text', () => {
  const pdf = 'https://old.example/plan.pdf';
  it.each([
    ['<img style="display:none" src="https://vg08.met.vgwort.de/na/abc" alt="">', 'img'],
    ['<img src="https://vg08.met.vgwort.de/na/abc" width="1" height="1">', 'img'],
    ['<div style="display:none"><img src="https://old.example/a.png"></div>', 'img'],
    [
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>',
      'iframe',
    ],
    [
      `<object class="wp-block-file__embed" data-wp-bind--hidden="!state.has" hidden data="${pdf}" type="application/pdf" aria-label="Plan"></object>`,
      'object',
    ],
    ['<svg style="display:none"><symbol id="a"><title>Icon</title></symbol></svg>', 'svg'],
  ])('is dropped, and the post stays public: %s', async (html, name) => {
    const post = await readItem('post', published + content(`<p>Before.</p>${html}<p>After.</p>`));
    expect(post?.fields.publishedAt).not.toBeNull();
    expect(post?.fields.body).toBe('Before.\n\nAfter.');
    expect(post?.note).toBe(`Hidden elements without text that are dropped: ${name}`);
  });

  it('does not include an aspect-ratio box, whose video is kept', async () => {
    const html =
      '<div style="height:0;padding-bottom:56%;overflow:hidden;position:relative"><iframe src="https://www.youtube.com/embed/a_b-c_d1234"></iframe></div>';
    const post = await readItem('post', published + content(html));
    expect(post?.fields.publishedAt).not.toBeNull();
    expect(post?.fields.body).toContain('watch?v=a_b-c_d1234');
  });

  it('such as the [toc] shortcode is dropped', async () => {
    const post = await readItem('post', published + content('<p>Before.</p>[toc]<p>After.</p>'));
    expect(post?.fields.body).toBe('Before.\n\nAfter.');
  });
});

it('a WordPress service whose price is in another currency or in words is hidden', async () => {
  const service = await readItem('service', published + meta('price', '900 €'));
  expect(service).toMatchObject({
    fields: { price: 0, isActive: false },
    note: 'Its price “900 €” is not in USD. Hidden until it has a price',
  });
  const words = await readItem('service', published + meta('price', 'from $900'));
  expect(words?.note).toBe('Its price “from $900” is unclear. Hidden until it has a price');
  const dinars = await readItem('service', published + meta('price', '12.345'), 'KWD');
  expect(dinars?.note).toBe('Its price “12.345” is unclear. Hidden until it has a price');
});

describe('an entry with a field that restricts access', () => {
  it.each([
    [meta('_members_access_role', 'subscriber'), '_members_access_role'],
    [meta('_wc_memberships_force_public', 'no') + meta('_wc_memberships_rule', '7'), '_wc_m'],
    [
      '<category domain="category" nicename="m"><![CDATA[Members only]]></category>',
      'Members only',
    ],
    ...['Nur für Mitglieder', 'Kundenbereich', 'Intern', '会員限定'].map((name) => [
      `<category domain="category" nicename="m"><![CDATA[${name}]]></category>`,
      name,
    ]),
    ['<category domain="access_level" nicename="g"><![CDATA[Gold]]></category>', 'Gold'],
    [meta('visible_to', 'a:1:{i:0;s:6:"editor";}'), 'visible_to'],
    [meta('access_roles', 'editor') + meta('access_roles', '0'), 'access_roles'],
    ...[
      ['_wpmem_block', '1'],
      ['wc_pay_per_post_product_ids', 'a:1:{i:0;s:2:"12";}'],
      ['nur_intern', '1'],
      ['geschuetzt', '1'],
      ['vip_content', '1'],
      ['registration_required', '1'],
      ['ihc_mb_who', 'reg'],
      ['ppw_protection', 'yes'],
      ['login_required', '1'],
      ['_is_private', '1'],
      ['_is_paid', '1'],
      ['is_public', '0'],
      ['_hidden', '1'],
      ['content_lock', '1'],
      ['_show_only_to', 'admins'],
      ['field_options', 'a:1:{s:8:"settings";a:1:{s:12:"visible_only";a:1:{i:0;s:1:"3";}}}'],
      ['membership_level', 'gold'],
      ['_wp_page_template', 'page-login-only.php'],
      ['theme_audience', 'members-only'],
      ['post_options', 'a:1:{s:5:"quote";s:11:"a "b"; c: ü";s:12:"members_only";b:1;}'],
      ['_fl_builder_data', 'O:8:"stdClass":1:{s:18:"visibility_display";s:1:"0";}'],
      ['_fl_builder_data', 'O:8:"stdClass":1:{s:18:"visibility_display";s:1'],
      ['malformed_options', 'a:1:{a:1:{s:4:"role";i:1;}i:0;}'],
      [
        '_elementor_data',
        '[{"settings":{"hide_desktop":"hidden-desktop","hide_tablet":"hidden-tablet","hide_mobile":"hidden-phone"}}]',
      ],
      ['_elementor_data', '[{"elements":[{"settings":{"eael_ext_content_protection":"yes"}}]}]'],
      ['_elementor_data', '[{"settings":{"_css_classes":"box members-only"}}]'],
    ].map(([name = '', value = '']) => [meta(name, value), name]),
  ])('is not public: %s', async (fields, name) => {
    const reason = `It may have been hidden from visitors there (${name}`;
    const post = await readItem('post', published + fields);
    expect([post?.fields.publishedAt, post?.note]).toEqual([null, expect.stringContaining(reason)]);
  });

  it.each([
    ['rcp_access_level', 'None'],
    ['international_shipping', '1'],
    ['reservation_page', '7'],
    ['_jetpack_newsletter_access', 'everybody'],
    ['_members_access_role', ''],
    ['_restricted', '0'],
    ['roles', 'a:0:{}'],
    ['accessibility_checked', '2023'],
    ['_visibility', 'a:1:{s:5:"value";s:6:"public";}'],
    ['_is_public', '1'],
    ['_wc_memberships_force_public', 'yes'],
    ['heading_level', '3'],
    ['project_role', 'Design'],
    ['_fusion', 'a:1:{s:17:"slider_visibility";s:34:"small-visibility,medium-visibility";}'],
    [
      'post_meta_options',
      'a:1:{s:15:"hero_visibility";a:3:{s:7:"desktop";b:1;s:6:"tablet";b:1;s:6:"mobile";b:0;}}',
    ],
    ['_role', 'field_5f1c2a3b4c5d6'],
    ['_yoast_wpseo_focuskw', 'membership'],
    ['_wp_old_slug', 'members-only'],
    ['_wp_page_template', 'template-full-width.php'],
    [
      '_elementor_data',
      '[{"settings":{"hide_mobile":"hidden-phone","title":"Members only","premium_tooltip":"yes"}}]',
    ],
    ['_fl_builder_data', 'O:8:"stdClass":1:{s:18:"visibility_display";s:0:"";}'],
  ])('is public with %s = "%s"', async (key, value) => {
    const post = await readItem('post', published + meta(key, value));
    expect(post?.fields.publishedAt).not.toBeNull();
  });
});

it('WordPress entries become drafts if the file has access rules of a plugin', async () => {
  const { entries } = await readWxr(
    wxr(item('post', 'one', published) + item('memberpressrule', 'two', published)),
    defaults,
  );
  expect(entries[0]).toMatchObject({
    fields: { publishedAt: null },
    note: 'It may have been hidden from visitors there (memberpressrule): a draft here',
  });
});

it('a WordPress post that has only a local date is published', async () => {
  const zeros = published.replace('2023-02-03 04:05:06', '0000-00-00 00:00:00');
  const local = '<wp:post_date>2020-01-01 10:00:00</wp:post_date>';
  expect((await readItem('post', zeros + local))?.fields.publishedAt).toBe(
    '2020-01-01T10:00:00.000Z',
  );
  const file = wxr(item('post', 'one', zeros + local));
  const berlin = await readWxr(file, { ...defaults, timeZone: 'Europe/Berlin' });
  expect(berlin.entries[0]?.fields.publishedAt).toBe('2020-01-01T09:00:00.000Z');
  expect(await readItem('post', zeros)).toMatchObject({
    fields: { publishedAt: null },
    note: 'It has no date: a draft here',
  });
});

describe('an entry that was not public in WordPress', () => {
  const secret = '<wp:post_password><![CDATA[harbour-27]]></wp:post_password>';
  const status = (name: string) =>
    `<wp:status>${name}</wp:status><wp:post_date_gmt>2023-02-03 04:05:06</wp:post_date_gmt>`;

  it.each([
    ['protected by a password', published + secret, /protected by a password/],
    ['private', status('private'), /not public there \(private\)/],
    ['pending', status('pending'), /not public there \(pending\)/],
    ['scheduled for a past time', status('future'), /not public there \(future\)/],
  ])('is not published: %s', async (_, parts, reason) => {
    const post = await readItem('post', parts);
    expect([post?.fields.publishedAt, post?.note]).toEqual([null, expect.stringMatching(reason)]);
  });

  it.each([
    ['protected by a password', published + secret, /protected by a password/],
    ['restricted by a field', published + meta('vip_content', '1'), /hidden from visitors/],
    ['partly hidden', published + content('<p hidden>Secret</p>'), /Parts of it .*hidden/],
  ])('becomes an inactive service, and no portfolio item: %s', async (_, parts, reason) => {
    const service = await readItem('service', parts + meta('price', '900'));
    expect(service).toMatchObject({
      fields: { isActive: false },
      note: expect.stringMatching(reason),
    });
    expect((await readItem('portfolio', parts))?.problem).toMatch(reason);
  });

  it('is not stored as a portfolio item', async () => {
    const file = wxr(item('portfolio', 'imported-secret', published + secret));
    const { body } = await send(file, 'kind=posts&apply=true');
    expect(body.rows).toMatchObject([{ outcome: 'invalid' }]);
    expect(await app.sql`select id from portfolio_items where slug = 'imported-secret'`).toEqual(
      [],
    );
  });
});

it.each([
  ['signs within tags', '<div a="<">'.repeat(18_000)],
  ['levels', '<div>'.repeat(30_000)],
  ['beginnings of tags', `words${'<a '.repeat(60_000)}`],
  ['beginnings of styles', `words${'<style '.repeat(25_000)}`],
])(
  'a text that consists only of %s keeps its words, and no other row is lost',
  async (_, hostile) => {
    const file = wxr(
      item('post', 'odd', `<content:encoded><![CDATA[${hostile}words]]></content:encoded>`) +
        item(
          'post',
          'usual',
          '<content:encoded><![CDATA[<p>A <b>post</b></p>]]></content:encoded>',
        ),
    );
    const { entries } = await readWxr(file, defaults);
    expect(entries).toHaveLength(2);
    expect(String(entries[0]?.fields.body)).toMatch(/words/);
    expect(entries[1]?.fields.body).toBe('A **post**');
  },
);

const oldSite = wxr(
  [
    item(
      'attachment',
      'picture',
      '<wp:post_id>77</wp:post_id><wp:attachment_url>http://127.0.0.1/a.jpg</wp:attachment_url><wp:status>inherit</wp:status>',
    ),
    item(
      'post',
      'imported-blocks',
      `${published}${meta('_thumbnail_id', '77')}<content:encoded><![CDATA[<!-- wp:heading --><h2>Why</h2><!-- /wp:heading --><!-- wp:paragraph --><p>It was <strong>slow</strong>, see <a href="https://old.example/">this</a>.</p><!-- /wp:paragraph --><script>alert(1)</script>]]></content:encoded>`,
    ),
    item(
      'post',
      'imported-classic',
      '<wp:status>draft</wp:status><category domain="category">Design</category><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><excerpt:encoded><![CDATA[In <em>short</em>]]></excerpt:encoded><content:encoded><![CDATA[First.\n\nSecond [gallery ids="1,2"] one.]]></content:encoded>',
    ),
    item('page', 'about-us', published),
    item(
      'jetpack-portfolio',
      'imported-bridge',
      `${published}${meta('client', 'Port of Leith')}<content:encoded><![CDATA[<p>Built.</p>]]></content:encoded>`,
    ),
    item(
      'service',
      'imported-audit',
      `${published}<content:encoded><![CDATA[<p>We look.</p>]]></content:encoded>`,
    ),
  ].join(''),
);

describe('a WordPress export', () => {
  it('becomes posts in Markdown, portfolio items and services, and counts what is left out', async () => {
    const answer = await send(oldSite, 'kind=services&apply=true');
    expect(outcomes(answer)).toEqual([
      [
        2,
        'imported-blocks',
        'new',
        'Pictures that stay on the other site: http://127.0.0.1/a.jpg (its address is not public)',
      ],
      [
        3,
        'imported-classic',
        'new',
        'It was not public there (draft): a draft here. Pictures of galleries that the file does not contain: 1, 2',
      ],
      [5, 'imported-bridge', 'new', ''],
      [6, 'imported-audit', 'new', 'Hidden until it has a price'],
    ]);
    expect(answer.body.notes).toEqual(['Left out: 1 of the type “page”']);
    expect(await postOf('imported-blocks')).toMatchObject({
      title: 'Imported & imported-blocks',
      category: 'Design',
      author_name: 'Ada Byron',
      image_url: 'http://127.0.0.1/a.jpg',
      body: '## Why\n\nIt was **slow**, see [this](https://old.example/).',
      excerpt: expect.stringContaining('It was slow'),
      published_at: new Date('2023-02-03T04:05:06Z'),
    });
    expect(await postOf('imported-classic')).toMatchObject({
      body: 'First.\n\nSecond one.',
      excerpt: 'In short',
      published_at: null,
    });
    const [work] = await app.sql`select * from portfolio_items where slug = 'imported-bridge'`;
    expect(work).toMatchObject({ client_name: 'Port of Leith', approach: 'Built.' });
    const [service] = await app.sql`select * from services where slug = 'imported-audit'`;
    expect(service).toMatchObject({ is_active: false, detailed_description: 'We look.' });
  });

  it('publishes posts with an unknown category in the chosen category', async () => {
    const file = wxr(item('post', 'imported-news', published.replace('Design', 'News')));
    expect((await send(file, 'kind=posts')).body.categories).toEqual(['News']);
    await send(file, 'kind=posts&apply=true&category=Business');
    expect(await postOf('imported-news')).toMatchObject({
      category: 'Business',
      published_at: new Date('2023-02-03T04:05:06Z'),
    });
  });

  it.each([
    ['is truncated', oldSite.slice(0, -40), 'This file cannot be read as XML'],
    [
      'is another feed',
      '<?xml version="1.0"?><rss version="2.0"><channel/></rss>',
      'This file is not a WordPress export',
    ],
    [
      'declares recursive entities',
      '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss xmlns:wp="x"><channel>&b;</channel></rss>',
      'This file cannot be read as XML',
    ],
  ])('that %s is rejected', async (_, file, message) => {
    const answer = await send(file, 'kind=posts');
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

it('files are decoded in the worker thread that also reads bank files', async () => {
  const stub = join(mkdtempSync(join(tmpdir(), 'import-')), 'stub.mjs');
  writeFileSync(
    stub,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', ({ ask, bytes, encoding }) => {
       const [kind, title] = [Buffer.from(bytes).toString('latin1'), ask + ' ' + encoding + ' ' + threadId];
       if (kind === 'odd') parentPort.postMessage({ ok: false, reason: 'too odd' });
       else parentPort.postMessage({ ok: true, text: 'title\\n' + title, encodings: [] });
     });`,
  );
  const none = () => Promise.resolve([]);
  const imports = createImports(
    ...([createDatabase(app.sql), app.services.admin, async () => defaults, none] as const),
    createStatementReader(stub),
  );
  const options = { kind: 'posts', encoding: 'euc-kr', isApplied: false } as const;
  const { rows } = await imports.run('system', Buffer.from('title'), options);
  expect(rows[0]?.title).toMatch(/^text euc-kr [1-9]/);
  const refused = imports.run('system', Buffer.from('odd'), options);
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'too odd' });
});

describe('pictures of a WordPress export', () => {
  const picture = (fill: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: fill } })
      .png()
      .toBuffer();
  const fileOf = (html: string) =>
    Buffer.from(
      wxr(
        `<link>http://old.example</link>${item('post', 'imported-pier', published + content(html))}`,
      ),
    );
  const importsWith = (copies: PictureCopies) =>
    createImports(
      createDatabase(app.sql),
      app.services.admin,
      async () => defaults,
      copies,
      createStatementReader(),
    );
  const options = { kind: 'posts', isApplied: true } as const;

  it('are copied, and those that cannot be copied keep their URL', async () => {
    const pictures: Record<string, Uint8Array> = {
      'http://old.example/pier (1).png': await picture('#2a6'),
      'http://old.example/pier-large.png': await picture('#26a'),
      'http://cdn.example/a.png?w=40&h=30': await picture('#a26'),
      'http://old.example/text.png': Buffer.from('words'),
    };
    const asked: string[] = [];
    const copies = createPictureCopies(app.services.media, async (url) => {
      asked.push(url);
      const found = pictures[decodeURI(url)];
      if (!found) throw new UnfetchedPicture('its site answers 404');
      return found;
    });
    const file = fileOf(
      '<p><a href="/pier-large.png"><img src="/pier%20(1).png" alt="Pier" title="At low tide"></a> <img src="//cdn.example/a.png?w=40&amp;h=30" alt="A"> <img src="/gone.png" alt="Gone"> <img src="/text.png" alt="Text"> <img src="data:image/png;base64,AA" alt="Small"></p>',
    );
    const before = await importsWith(copies).run('system', file, { ...options, isApplied: false });
    expect(before.rows[0]?.note).toMatch(/^Pictures to copy: /);
    expect(asked).toEqual([]);
    const { rows } = await importsWith(copies).run('system', file, options);
    expect(rows[0]?.note).toBe(
      'Pictures that stay on the other site: http://old.example/gone.png (its site answers 404), http://old.example/text.png (it is not a picture that can be read)',
    );
    expect(asked).toHaveLength(5);
    const stored = String.raw`/media/[0-9a-f]{32}-40x30\.webp`;
    expect((await postOf('imported-pier'))?.body).toMatch(
      new RegExp(
        String.raw`^\[!\[Pier\]\(${stored} "At low tide"\)\]\(${stored}\) !\[A\]\(${stored}\) !\[Gone\]\(http://old\.example/gone\.png\) !\[Text\]\(http://old\.example/text\.png\)`,
      ),
    );
  });

  it('that take too long leave their entry for the next request', async () => {
    const file = fileOf('<p><img src="/a.png" alt="A"></p>');
    const late = await importsWith(async () => undefined).run('system', file, options);
    expect([late.left, await postOf('imported-pier')]).toEqual([1, undefined]);
    const address = '/media/0123456789abcdef0123456789abcdef-40x30.webp';
    const next = await importsWith(async () => [{ address }]).run('system', file, options);
    expect([next.left, (await postOf('imported-pier'))?.body]).toEqual([0, `![A](${address})`]);
  });

  it('are at most a hundred per entry', async () => {
    const file = fileOf(Array.from({ length: 102 }, (_, n) => `<img src="/${n}.png">`).join('\n'));
    const copies = vi.fn(async (urls: readonly string[]) =>
      urls.map(() => ({ problem: 'its site answers 404' })),
    );
    const { rows } = await importsWith(copies).run('system', file, options);
    expect(copies.mock.calls[0]?.[0]).toHaveLength(copyLimits.ofEntry);
    expect(rows[0]?.note).toContain('and 92 more');
  });
});

it('a picture is fetched once for several requests', async () => {
  const never = new Promise<Uint8Array>(() => {});
  const fetchPicture = vi.fn((url: string) =>
    url.endsWith('/slow.png') ? never : Promise.resolve(new Uint8Array()),
  );
  const copies = createPictureCopies({ store: async () => '/media/a' }, fetchPicture);
  const urls = ['http://old.example/a.png'];
  expect(await copies(urls, 1_000)).toEqual([{ address: '/media/a' }]);
  expect(await copies(urls, 1_000)).toEqual([{ address: '/media/a' }]);
  expect(fetchPicture).toHaveBeenCalledTimes(1);
  expect(await copies(['http://old.example/slow.png'], 0)).toBeUndefined();
});

describe('the import', () => {
  it('requires the permission to change content', async () => {
    const client = await signUpClient(app);
    expect((await send(csv, 'kind=posts', client)).status).toBe(403);
    expect((await send(csv, 'kind=posts', '')).status).toBe(401);
    expect((await send(csv, 'kind=recipes')).status).toBe(400);
  });
});
