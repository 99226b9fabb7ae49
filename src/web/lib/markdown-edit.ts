export type MarkdownAction =
  | 'bold'
  | 'italic'
  | 'heading'
  | 'link'
  | 'list'
  | 'numbers'
  | 'quote'
  | 'code';

/** Edit that replaces a part of a text, with the selection after the edit. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  selection: [from: number, to: number];
}

const around = { bold: ['**', 'bold'], italic: ['_', 'italic'], code: ['`', 'code'] } as const;
/** Prefixes of lines, each with the pattern that recognizes it. */
const prefixes = {
  heading: { sign: () => '## ', known: /^## / },
  list: { sign: () => '- ', known: /^- / },
  numbers: { sign: (index: number) => `${index + 1}. `, known: /^\d+\. / },
  quote: { sign: () => '> ', known: /^> / },
} as const;

/** Returns the edit for a formatting button. A second click undoes the first one. */
export function editFor(
  action: MarkdownAction,
  text: string,
  [from, to]: [from: number, to: number],
): TextEdit {
  const selected = text.slice(from, to);
  if (action in prefixes)
    return linesWith(prefixes[action as keyof typeof prefixes], text, from, to);
  if (action === 'link') {
    const isAddress = /^https?:\/\/\S+$/.test(selected);
    const words = isAddress ? 'text' : selected || 'text';
    const address = isAddress ? selected : 'https://';
    const insert = `[${words}](${address})`;
    const start = from + (isAddress ? 1 : words.length + 3);
    return {
      from,
      to,
      insert,
      selection: [start, start + (isAddress ? words.length : address.length)],
    };
  }
  if (action === 'code' && selected.includes('\n')) {
    const insert = `\`\`\`\n${selected}\n\`\`\``;
    return { from, to, insert, selection: [from + 4, from + 4 + selected.length] };
  }
  const [mark, sample] = around[action as keyof typeof around];
  const isMarked =
    text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark;
  if (isMarked && from >= mark.length) {
    const start = from - mark.length;
    return {
      from: start,
      to: to + mark.length,
      insert: selected,
      selection: [start, start + selected.length],
    };
  }
  const words = selected || sample;
  const start = from + mark.length;
  return { from, to, insert: mark + words + mark, selection: [start, start + words.length] };
}

function linesWith(
  { sign, known }: (typeof prefixes)[keyof typeof prefixes],
  text: string,
  from: number,
  to: number,
): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const isOn = lines.every((line) => known.test(line));
  const insert = lines
    .map((line, index) => (isOn ? line.replace(known, '') : sign(index) + line))
    .join('\n');
  const at = start + insert.length;
  return { from: start, to: end, insert, selection: lines.length > 1 ? [start, at] : [at, at] };
}

/** Changes the text of a field in a way that the browser can undo. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  // `execCommand` is deprecated, but there is no other way to add to the browser's undo history.
  const isDone =
    typeof document.execCommand === 'function' &&
    document.execCommand(edit.insert ? 'insertText' : 'delete', false, edit.insert);
  if (!isDone) {
    field.setRangeText(edit.insert, edit.from, edit.to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(...edit.selection);
}
