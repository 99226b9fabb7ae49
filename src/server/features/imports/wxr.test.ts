import { describe, expect, it } from 'vitest';

import { readWxr } from './wxr';

const inCategory = (name: string) => `<category domain="category">${name}</category>`;
const published = `<wp:status>publish</wp:status><wp:post_date_gmt>2023-02-03 04:05:06</wp:post_date_gmt>`;

/** Reads an export with one entry. */
async function readItem(parts: string, type = 'post') {
  const item = `<item><title>Pier</title><wp:post_type>${type}</wp:post_type>${parts}</item>`;
  const file = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old site</title>${item}</channel></rss>`;
  const { entries } = await readWxr(file, { timeZone: 'UTC', currency: 'USD' });
  return entries[0];
}

describe('a button of a page builder', () => {
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
