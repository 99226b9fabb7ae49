import { parseMessage } from './markdown';

type Token = ReturnType<typeof parseMessage>[number];

/** One line of a text: its words, with the address of a link where the words do not name it. */
function inlineText(tokens: readonly Token[]): string {
  const links: { href: string; from: number }[] = [];
  let text = '';
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline') text += token.content;
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += token.content || String(token.attrGet('src') ?? '');
    else if (token.type === 'link_open') {
      links.push({ href: String(token.attrGet('href') ?? ''), from: text.length });
    } else if (token.type === 'link_close') {
      const link = links.pop();
      if (link && !link.href.includes(text.slice(link.from))) text += ` (${link.href})`;
    }
  }
  return text;
}

/** Markdown as plain text, as a mail shows it: without marks, with lists and the addresses of links. */
export function plainTextOf(markdown: string): string {
  /** The next number of each open list; undefined for a list without numbers. */
  const lists: (number | undefined)[] = [];
  const blocks: string[] = [];
  let mark = '';
  let cells: string[] | undefined;
  for (const token of parseMessage(markdown)) {
    const indent = '  '.repeat(Math.max(0, lists.length - 1));
    switch (token.type) {
      case 'bullet_list_open':
        lists.push(undefined);
        break;
      case 'ordered_list_open':
        lists.push(Number(token.attrGet('start') ?? 1));
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop();
        break;
      case 'list_item_open': {
        const number = lists.at(-1);
        mark = number === undefined ? '• ' : `${number}. `;
        if (number !== undefined) lists[lists.length - 1] = number + 1;
        break;
      }
      case 'tr_open':
        cells = [];
        break;
      case 'tr_close':
        blocks.push(cells?.join(' | ') ?? '');
        cells = undefined;
        break;
      case 'inline': {
        const text = inlineText(token.children ?? []);
        if (cells) cells.push(text);
        else blocks.push(`${indent}${mark}${text}`);
        mark = '';
        break;
      }
      case 'fence':
      case 'code_block':
        blocks.push(token.content.trimEnd());
        break;
      case 'hr':
        blocks.push('—');
        break;
    }
  }
  // Items of a list follow each other; other blocks have a line between them.
  const isListed = (block: string) => /^ *(•|\d+\.) /.test(block);
  return blocks
    .map((block, index) => {
      const before = blocks[index - 1];
      if (before === undefined) return block;
      return `${isListed(block) && isListed(before) ? '\n' : '\n\n'}${block}`;
    })
    .join('')
    .trim();
}
