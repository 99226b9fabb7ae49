import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';

import { messageMax } from '~/contract/threads/threads';
import { LengthNote } from '~/web/ui/field-length';
import styles from './composer.module.css';

/** Input for a message. */
export function MessageField(props: {
  id: string;
  label: string;
  placeholder?: string;
  value: string;
  field: RefObject<HTMLTextAreaElement | null>;
  rows: number;
  onChange(text: string): void;
  /** Called on Ctrl or Cmd with Enter. */
  onSubmit(): void;
  onEscape?(): void;
  onFiles?(files: File[]): void;
}) {
  const { value, field } = props;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Ignores Enter when it selects a character in an input method, such as for Japanese.
    if (event.nativeEvent.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault();
      props.onSubmit();
    } else if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault();
      props.onEscape();
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = Array.from(event.clipboardData.files);
    // Word processors copy a picture of the text together with the text.
    if (!props.onFiles || files.length === 0 || event.clipboardData.getData('text/plain')) return;
    event.preventDefault();
    props.onFiles(files);
  }

  return (
    <>
      <label htmlFor={props.id} className="visually-hidden">
        {props.label}
      </label>
      <textarea
        id={props.id}
        ref={field}
        className={styles.text}
        dir="auto"
        rows={props.rows}
        placeholder={props.placeholder}
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <LengthNote length={value.length} max={messageMax} />
    </>
  );
}
