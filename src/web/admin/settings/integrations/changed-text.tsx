import { Text } from '@mantine/core';

import './proposed-changes.css';

/**
 * Minimum length from which an unchanged part of a text is collapsed, so that the difference is
 * visible.
 */
const foldedFrom = 300;

/** Shows a complete text with its line breaks, and marks differences from another text. */
export function ChangedText({ text, other }: { text: string | null; other: string | null }) {
  const [start, end] = commonEnds(text ?? '', other ?? '');
  const whole = text ?? '–';
  const difference = whole.slice(start, whole.length - end);
  return (
    <Text fz="sm" className="as-written proposed-text" component="div" dir="auto">
      {start + end === 0 ? (
        whole
      ) : (
        <>
          <Unchanged text={whole.slice(0, start)} />
          {difference && <mark>{difference}</mark>}
          <Unchanged text={whole.slice(whole.length - end)} />
        </>
      )}
    </Text>
  );
}

function Unchanged({ text }: { text: string }) {
  if (text.length < foldedFrom) return text;
  return (
    <details>
      <summary>Show {text.length.toLocaleString('en')} unchanged characters</summary>
      {text}
    </details>
  );
}

/** Returns the lengths of the common start and of the common end of two texts. */
function commonEnds(text: string, other: string): [start: number, end: number] {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  return [start, end];
}
