import { Link, Text, View } from '@react-pdf/renderer';
import MarkdownIt from 'markdown-it';
import { type ReactNode, useContext } from 'react';

import { limitTables } from '~/server/features/content/blog/limit-tables';
import { styles, ToneContext } from './theme';

const markdown = new MarkdownIt({ html: false, linkify: true });
limitTables(markdown);
type Token = ReturnType<typeof markdown.parse>[number];

const headingStyles = { H2: styles.heading, H3: styles.subheading };

/**
 * Maximum number of blocks. Layout time grows with the square of this number: a thousand blocks take seconds, five
 * thousand take minutes.
 */
const blocksMax = 500;

/**
 * Renders Markdown as headings, paragraphs and lists. Other elements, and everything beyond the maximum number of blocks,
 * are rendered as plain text.
 *
 * @param level of its headings
 */
export function Prose({ text, level }: { text: string; level: 'H2' | 'H3' }) {
  const lists: { next: number | undefined }[] = [];
  const blocks: ReactNode[] = [];
  let items: ReactNode[] = [];
  let count = 0;
  const rest: string[] = [];
  let heading = false;
  for (const [index, token] of markdown.parse(text, {}).entries()) {
    if (token.type === 'heading_open') heading = true;
    if (token.type === 'heading_close') heading = false;
    if (token.type === 'bullet_list_open') lists.push({ next: undefined });
    if (token.type === 'ordered_list_open')
      lists.push({ next: Number(token.attrGet('start') ?? 1) });
    if (token.type.endsWith('_list_close')) {
      lists.pop();
      if (lists.length === 0 && items.length > 0) {
        blocks.push(
          <View key={index} tag="L">
            {items}
          </View>,
        );
        items = [];
      }
    }
    const isBlock = ['inline', 'fence', 'code_block'].includes(token.type);
    if (isBlock && count === blocksMax) {
      rest.push(token.content.trim());
      continue;
    }
    if (isBlock) count += 1;
    if (token.type === 'fence' || token.type === 'code_block') {
      blocks.push(
        <Text key={index} style={styles.paragraph}>
          {token.content.trim()}
        </Text>,
      );
    }
    if (token.type !== 'inline') continue;
    const list = lists.at(-1);
    const content = inline(token.children ?? []);
    if (!list) {
      blocks.push(
        <Text
          key={index}
          tag={heading ? level : 'P'}
          style={heading ? headingStyles[level] : styles.paragraph}
        >
          {content}
        </Text>,
      );
      continue;
    }
    const mark = list.next === undefined ? '•' : `${list.next++}.`;
    items.push(
      <View
        key={index}
        tag="LI"
        style={{
          flexDirection: 'row',
          gap: 6,
          marginBottom: 2,
          marginLeft: 10 * (lists.length - 1),
        }}
      >
        <Text tag="Lbl" style={{ width: 14 }}>
          {mark}
        </Text>
        <Text tag="LBody" style={{ flex: 1 }}>
          {content}
        </Text>
      </View>,
    );
  }
  if (rest.length > 0) {
    blocks.push(
      <Text key="rest" style={styles.paragraph}>
        {rest.join('\n')}
      </Text>,
    );
  }
  return <View>{blocks}</View>;
}

/** Renders a link in the accent color. */
function ColoredLink(props: { href: string; style: object; children: string }) {
  const { rust } = useContext(ToneContext);
  return (
    <Link src={props.href} style={{ ...props.style, color: rust }}>
      {props.children}
    </Link>
  );
}

/** Renders text with bold words and links. */
function inline(tokens: readonly Token[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let isBold = false;
  let href: string | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'strong_open') isBold = true;
    if (token.type === 'strong_close') isBold = false;
    if (token.type === 'link_open') href = String(token.attrGet('href') ?? '');
    if (token.type === 'link_close') href = undefined;
    const words = token.type.endsWith('break') ? '\n' : token.content;
    if (!words) continue;
    const style = isBold ? styles.bold : {};
    parts.push(
      href && /^(https?:|mailto:)/.test(href) ? (
        <ColoredLink key={index} href={href} style={style}>
          {words}
        </ColoredLink>
      ) : (
        <Text key={index} style={style}>
          {words}
        </Text>
      ),
    );
  }
  return parts;
}
