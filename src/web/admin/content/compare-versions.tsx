import { Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';

import './compare-versions.css';
import { type DiffBlock, type DiffLine, foldSame, linesBetween } from './text-diff';

export interface Compared {
  key: string;
  label: string;
  title: string;
  text: string;
}

const wholeOf = (one: Compared | undefined): string =>
  one ? `Title: ${one.title}\n\n${one.text}` : '';

/** Compares two versions of a text, line by line. */
export function CompareVersions(props: { texts: Compared[]; before: string; after: string }) {
  const { texts } = props;
  const [before, setBefore] = useState(props.before);
  const [after, setAfter] = useState(props.after);
  const of = (key: string) => texts.find((one) => one.key === key);
  const lines = linesBetween(wholeOf(of(before)), wholeOf(of(after)));
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const removed = count('removed');
  const added = count('added');
  const data = texts.map(({ key, label }) => ({ value: key, label }));
  return (
    <>
      <Group gap="sm" grow preventGrowOverflow={false}>
        <NativeSelect
          label="Before"
          data={data}
          value={before}
          onChange={(event) => setBefore(event.currentTarget.value)}
        />
        <NativeSelect
          label="After"
          data={data}
          value={after}
          onChange={(event) => setAfter(event.currentTarget.value)}
        />
      </Group>
      <Text fz="sm" c="dimmed" mt="sm" role="status">
        {removed + added === 0
          ? 'No differences.'
          : `${inLines(removed)} removed, ${inLines(added)} added.`}
      </Text>
      {removed + added > 0 && (
        <div className="text-diff">
          {foldSame(lines).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: recomputed from the two texts each time
            <Block key={`${before}-${after}-${index}`} block={block} />
          ))}
        </div>
      )}
    </>
  );
}

const inLines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

function Block({ block }: { block: DiffBlock }) {
  const [isOpen, setOpen] = useState(!block.isFolded);
  if (!isOpen) {
    return (
      <button type="button" className="text-diff-fold" onClick={() => setOpen(true)}>
        {inLines(block.lines.length)} unchanged
      </button>
    );
  }
  return block.lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity
    <Line key={index} line={line} />
  ));
}

const looks = {
  same: { sign: '', words: '', tag: 'p' },
  removed: { sign: '−', words: 'Removed: ', tag: 'del' },
  added: { sign: '+', words: 'Added: ', tag: 'ins' },
} as const;

function Line({ line }: { line: DiffLine }) {
  const { sign, words, tag: Tag } = looks[line.kind];
  return (
    <Tag className="text-diff-line" data-kind={line.kind}>
      <span aria-hidden="true">{sign}</span>
      <span>
        {words && <span className="visually-hidden">{words}</span>}
        {line.parts.map(({ text, isChanged }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other identity
          isChanged ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </Tag>
  );
}
