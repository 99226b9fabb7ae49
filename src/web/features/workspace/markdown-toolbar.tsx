import type { RefObject } from 'react';

import { IconBlockquote, IconBold, IconCode, IconItalic, IconLink, IconList } from '~/web/ui/icons';
import styles from './composer.module.css';
import { applyEdit, editFor, type MarkdownAction, markdownActions } from './markdown-edit';

const looks: Record<MarkdownAction, [icon: typeof IconBold, label: string]> = {
  bold: [IconBold, 'Bold'],
  italic: [IconItalic, 'Italic'],
  link: [IconLink, 'Link'],
  list: [IconList, 'List'],
  quote: [IconBlockquote, 'Quote'],
  code: [IconCode, 'Code'],
};

/** The keys of formatting, together with Ctrl or Cmd. */
export const formatKeys: Record<string, MarkdownAction> = { b: 'bold', i: 'italic', k: 'link' };

export function format(field: HTMLTextAreaElement | null, action: MarkdownAction): void {
  if (!field) return;
  const { value, selectionStart, selectionEnd } = field;
  applyEdit(field, editFor(action, value, [selectionStart, selectionEnd]));
}

export function MarkdownToolbar(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  isOff: boolean;
}) {
  return (
    <fieldset className={styles.tools} disabled={props.isOff}>
      <legend className="visually-hidden">Formatting</legend>
      {markdownActions.map((action) => {
        const [Icon, label] = looks[action];
        return (
          <button
            key={action}
            type="button"
            className={styles.tool}
            aria-label={label}
            title={label}
            onClick={() => format(props.field.current, action)}
          >
            <Icon size={18} stroke={1.8} aria-hidden="true" />
          </button>
        );
      })}
    </fieldset>
  );
}
