import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';

import { applyEdit, editFor, type MarkdownAction } from '~/web/lib/markdown-edit';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from './icons';
import styles from './markdown-toolbar.module.css';

const looks: Record<MarkdownAction, [icon: typeof IconBold, label: string]> = {
  bold: [IconBold, 'Bold'],
  italic: [IconItalic, 'Italic'],
  heading: [IconHeading, 'Heading'],
  link: [IconLink, 'Link'],
  list: [IconList, 'List'],
  numbers: [IconListNumbers, 'Numbered list'],
  quote: [IconBlockquote, 'Quote'],
  code: [IconCode, 'Code'],
};

const actions = Object.keys(looks) as MarkdownAction[];

/** Keys for formatting shortcuts, which are combined with Ctrl or Cmd. */
const formatKeys: Record<string, MarkdownAction> = { b: 'bold', i: 'italic', k: 'link' };
const keyOf = Object.fromEntries(Object.entries(formatKeys).map(([key, action]) => [action, key]));

function format(field: HTMLTextAreaElement | null, action: MarkdownAction): void {
  if (!field) return;
  const { value, selectionStart, selectionEnd } = field;
  applyEdit(field, editFor(action, value, [selectionStart, selectionEnd]));
}

/** Formats the selection if a key press is a shortcut. @returns whether it is one */
export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  if (event.shiftKey || !(event.ctrlKey || event.metaKey)) return false;
  const action = formatKeys[event.key.toLowerCase()];
  if (!action) return false;
  event.preventDefault();
  format(event.currentTarget, action);
  return true;
}

/** Positions to which arrow keys move in a row of buttons; undefined for other keys. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Toolbar with formatting buttons. It is a single tab stop, and arrow keys move between the buttons. */
export function MarkdownToolbar(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  isOff: boolean;
  /** Additional button at the end. */
  more?: { label: string; icon: ReactNode; onClick(): void };
}) {
  const { field, isOff, more } = props;
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const buttons = [
    ...actions.map((action) => {
      const [Icon, label] = looks[action];
      const key = keyOf[action];
      return {
        label,
        keys: key && `Control+${key.toUpperCase()}`,
        icon: <Icon size={18} stroke={1.8} aria-hidden="true" />,
        onClick: () => format(field.current, action),
      };
    }),
    ...(more ? [{ ...more, keys: undefined }] : []),
  ];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(current, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    row.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div
      ref={row}
      className={styles.tools}
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={onKeyDown}
    >
      {buttons.map(({ label, keys, icon, onClick }, index) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          disabled={isOff}
          aria-label={label}
          aria-keyshortcuts={keys}
          title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={onClick}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
