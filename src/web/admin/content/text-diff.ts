import { diffArrays, diffWordsWithSpace } from 'diff';

interface Part {
  text: string;
  /** True if these words differ from the other version of the line. */
  isChanged: boolean;
}
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  parts: Part[];
}
/** Lines that are shown, or lines that are folded because they are equal in both versions. */
export interface DiffBlock {
  isFolded: boolean;
  lines: DiffLine[];
}

const lineOf = (kind: DiffLine['kind'], text: string): DiffLine => ({
  kind,
  parts: [{ text, isChanged: false }],
});

/** Minimum similarity of two lines. Below it, they count as different lines, and their words are not compared. */
const likeEnough = 0.4;

/** Returns a line and its replacement, with the words that differ marked. */
function replaced(before: string, after: string): [DiffLine, DiffLine] {
  const words = diffWordsWithSpace(before, after);
  const same = words
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  if (same < likeEnough * Math.max(before.length, after.length)) {
    return [lineOf('removed', before), lineOf('added', after)];
  }
  const of = (kind: 'removed' | 'added'): DiffLine => ({
    kind,
    parts: words
      .filter((word) => !word[kind === 'removed' ? 'added' : 'removed'])
      .map((word) => ({ text: word.value, isChanged: word[kind] === true })),
  });
  return [of('removed'), of('added')];
}

/** Compares two texts line by line. */
export function linesBetween(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let removed: string[] = [];
  const flush = (added: string[]) => {
    const pairs = removed
      .slice(0, added.length)
      .map((line, index) => replaced(line, added[index] ?? ''));
    lines.push(
      ...pairs.map(([one]) => one),
      ...removed.slice(pairs.length).map((line) => lineOf('removed', line)),
      ...pairs.map(([, one]) => one),
      ...added.slice(pairs.length).map((line) => lineOf('added', line)),
    );
    removed = [];
  };
  for (const change of diffArrays(before.split('\n'), after.split('\n'))) {
    if (change.removed) removed = change.value;
    else if (change.added) flush(change.value);
    else {
      flush([]);
      lines.push(...change.value.map((line) => lineOf('same', line)));
    }
  }
  flush([]);
  return lines;
}

/** Number of unchanged lines that are shown next to a change. */
const around = 2;
/** Minimum number of folded lines. */
const foldFrom = 4;

export function foldSame(lines: DiffLine[]): DiffBlock[] {
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - around), index + around + 1)
      .some(({ kind }) => kind !== 'same'),
  );
  const blocks: DiffBlock[] = [];
  for (const [index, line] of lines.entries()) {
    const isFolded = !near[index];
    const last = blocks.at(-1);
    if (last?.isFolded === isFolded) last.lines.push(line);
    else blocks.push({ isFolded, lines: [line] });
  }
  return blocks.map((block) => ({
    ...block,
    isFolded: block.isFolded && block.lines.length >= foldFrom,
  }));
}
