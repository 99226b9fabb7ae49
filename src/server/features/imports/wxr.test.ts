import { describe, expect, it } from 'vitest';

import type { PostCategory } from '~/contract/blog/blog';
import { readWxr } from './wxr';

const inCategory = (name: string) => `<category domain="category">${name}</category>`;
const published = `<wp:status>publish</wp:status><wp:post_date_gmt>2023-02-03 04:05:06</wp:post_date_gmt>`;

/** Reads an export with one entry. */
async function readItem(parts: string, type = 'post', category?: PostCategory) {
  const item = `<item><title>Pier</title><wp:post_type>${type}</wp:post_type>${parts}</item>`;
  const file = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old site</title>${item}</channel></rss>`;
  const { entries } = await readWxr(file, { timeZone: 'UTC', currency: 'USD', category });
  return entries[0];
}

describe('a page builder button', () => {
  const bodyOf = async (text: string) => {
    const content = `<content:encoded><![CDATA[${text}]]></content:encoded>`;
    const entry = await readItem(published + inCategory('Design') + content);
    // A draft would mean that a button counts as hiding its words.
    expect(entry?.fields.publishedAt).not.toBeNull();
    return entry?.fields.body;
  };

  it.each([
    ['[et_pb_button button_text="Ask" button_url="/a" _builder_version="4.9"][/et_pb_button]'],
    ['[et_pb_button button_url="/a" button_text="Ask" /]'],
    ['[et_pb_button button_url="/a"]<p>Ask</p>[/et_pb_button]'],
    ['[vc_btn title="Ask" link="url:%2Fa|title:Tooltip"]'],
    ['[vc_button2 title="Ask" link="url:%2Fa"][/vc_button2]'],
    ['[fusion_button link="/a" title="Tooltip" target="_self"]Ask[/fusion_button]'],
    ['[fusion_button link="/a" button_text="Ask"]&nbsp;[/fusion_button]'],
    ['[su_button url="/a"]Ask[/su_button]'],
    ['[su_button url="/a" text="Ask"]<p></p>[/su_button]'],
    ['[themify_button link="/a"]Ask[/themify_button]'],
    ['[x_button href="/a" title="Tooltip"]Ask[/x_button]'],
    ['[x_button href="/a" title="Ask"][x_icon type="arrow"][/x_button]'],
    ["[av_button label='Ask' link='manually,/a' title_attr='Tooltip'][/av_button]"],
    ['[button text="Ask" link="/a" title="Tooltip"][/button]'],
    ['[mk_button url="/a"]Ask[/mk_button]'],
    ['[ult_buttons btn_title="Ask" btn_link="url:%2Fa"]'],
    ['[us_btn label="Ask" link="%7B%22url%22%3A%22%5C%2Fa%22%7D"]'],
    ['[elementor_button text="Ask" link="/a"][/elementor_button]'],
  ])('keeps its words and its link: %s', async (shortcode) => {
    expect(await bodyOf(shortcode)).toBe('[Ask](/a)');
  });

  it.each([
    [
      '[et_pb_button button_text="One" button_url="/1"][/et_pb_button] [et_pb_button button_url="/2" button_text="Two" /] [et_pb_button button_url="/3" button_text="Three"] [et_pb_button button_url="/4"]Four[/et_pb_button]',
      '[One](/1)\n\n[Two](/2)\n\n[Three](/3)\n\n[Four](/4)',
    ],
    ['Before[et_pb_button button_url="/x"][/et_pb_button]After', 'Before\n\nAfter'],
    ['[button title="Tooltip"]Ask[/button]', 'Ask'],
    ['[et_pb_button button_text="@ET-DC@eyJ9@" button_url="/x"][/et_pb_button]Text', 'Text'],
    [
      '[et_pb_fullwidth_header title="Pier" button_one_text="One" button_one_url="/1" button_two_text="Two" button_two_url="/2"][/et_pb_fullwidth_header]',
      '### Pier\n\n[One](/1)\n\n[Two](/2)',
    ],
    [
      '[vc_cta_button2 h2="Pier" title="Ask" link="url:%2Fa"]Text[/vc_cta_button2]',
      '### Pier\n\n[Ask](/a)\n\nText',
    ],
  ])('keeps other buttons beside it, and no empty link: %s', async (text, body) => {
    expect(await bodyOf(text)).toBe(body);
  });
});

describe('the category of a post', () => {
  const tag = '<category domain="post_tag">Design</category>';
  it.each([
    [inCategory('design'), 'Design', undefined],
    [
      inCategory('Rezepte') + inCategory('Marketing'),
      'Marketing',
      'Categories that are dropped: Rezepte',
    ],
  ])('is a category of the blog: %s', async (parts, category, note) => {
    const entry = await readItem(published + parts);
    expect(entry).toMatchObject({ fields: { category, publishedAt: expect.any(String) } });
    expect(entry?.note).toBe(note);
  });

  it.each([
    [inCategory('Caf&amp;amp;eacute;'), 'This blog does not have its category (Caf&eacute;)'],
    [inCategory('Neu') + tag, 'This blog does not have its category (Neu)'],
    [inCategory('A') + inCategory('B'), 'This blog does not have its categories (A, B)'],
    ['', 'It has no category'],
  ])(
    'makes the post a draft if the blog does not have it and no other one is chosen: %s',
    async (parts, reason) => {
      expect(await readItem(published + parts)).toMatchObject({
        fields: { category: 'Technology', publishedAt: null },
        note: `${reason}: a draft in Technology here`,
      });
      expect(await readItem(published + parts, 'post', 'Business')).toMatchObject({
        fields: { category: 'Business', publishedAt: '2023-02-03T04:05:06.000Z' },
        note: `${reason}: in Business here`,
      });
    },
  );
});

describe('data for search engines', () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;
  const design = published + inCategory('Design');

  it.each([
    ['_yoast_wpseo_title', 'Piers', '_yoast_wpseo_metadesc', 'About %%sitename%%'],
    ['rank_math_title', 'Piers %sep%', 'rank_math_description', 'About %sitename%'],
    ['_seopress_titles_title', 'Piers', '_seopress_titles_desc', 'About %%sitetitle%%'],
    ['_aioseo_title', 'Piers', '_aioseo_description', 'About #site_title'],
  ])('of %s is kept', async (titleField, title, descriptionField, description) => {
    const fields = meta(titleField, title) + meta(descriptionField, description);
    const expected = { metaTitle: 'Piers', metaDescription: 'About Old site' };
    const post = await readItem(design + fields);
    expect(post).toMatchObject({ fields: expected });
    expect(post?.note).toBeUndefined();
    expect((await readItem(design + fields, 'service'))?.fields).toMatchObject(expected);
    expect((await readItem(design + fields, 'portfolio'))?.note).toContain(
      `Meta title that is dropped: “${title}”. Meta description that is dropped: “${description}”`,
    );
  });

  it.each([
    ['%%title%% %%page%% %%sep%% %%sitename%%', '', undefined],
    ['Buy: %%title%% %%sep%% %%sitename%%', 'Buy: Pier - Old site', undefined],
    ['%%title%% %%currentyear%%', '', 'Meta title that is dropped: “%%title%% %%currentyear%%”'],
    ['x'.repeat(201), '', `Meta title that is dropped: “${'x'.repeat(201)}”`],
    ['100% of #piers', '100% of #piers', undefined],
  ])('has no template variables: %s', async (template, metaTitle, note) => {
    const entry = await readItem(design + meta('_yoast_wpseo_title', template));
    expect([entry?.fields.metaTitle, entry?.note]).toEqual([metaTitle, note]);
  });

  it.each([
    ['_yoast_wpseo_meta-robots-noindex', '1'],
    ['rank_math_robots', 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}'],
    ['_seopress_robots_index', 'yes'],
  ])('that forbids indexing keeps the entry from being public: %s', async (key, value) => {
    const reason = 'It was hidden from search engines there (noindex)';
    expect(await readItem(design + meta(key, value))).toMatchObject({
      fields: { publishedAt: null },
      note: `${reason}: a draft here`,
    });
    expect(await readItem(design + meta(key, value) + meta('price', '9'), 'service')).toMatchObject(
      {
        fields: { isActive: false },
        note: `${reason}: hidden here`,
      },
    );
    expect((await readItem(design + meta(key, value), 'portfolio'))?.problem).toContain(reason);
  });

  it('that allows indexing changes nothing, and a canonical URL is reported', async () => {
    const fields =
      meta('_yoast_wpseo_meta-robots-noindex', '2') +
      meta('rank_math_robots', 'a:1:{i:0;s:5:"index";}') +
      meta('_yoast_wpseo_canonical', 'https://other.example/');
    expect(await readItem(design + fields)).toMatchObject({
      fields: { publishedAt: '2023-02-03T04:05:06.000Z' },
      note: 'Canonical URL that is dropped: https://other.example/',
    });
  });

  it('such as a featured image is reported if the file does not contain it', async () => {
    expect((await readItem(design + meta('_thumbnail_id', '77')))?.note).toBe(
      'Featured image that the file does not contain: 77',
    );
    expect((await readItem(design + meta('_thumbnail_id', '0')))?.note).toBeUndefined();
  });
});
