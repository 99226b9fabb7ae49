import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react';

import { messageMax } from '~/contract/workspace/workspace';
import { LengthNote } from '~/web/ui/field-length';
import { Markdown } from '~/web/ui/markdown';
import { formatByKey, MarkdownToolbar } from '~/web/ui/markdown-toolbar';
import styles from './composer.module.css';
import type { ThreadSource } from './thread-source';

/** A field for Markdown with its tools, and what it will look like. */
export function MessageField(props: {
  id: string;
  label: string;
  placeholder?: string;
  value: string;
  field: RefObject<HTMLTextAreaElement | null>;
  rows: number;
  onChange(text: string): void;
  /** Ctrl or Cmd with Enter. */
  onSubmit(): void;
  onEscape?(): void;
  onFiles?(files: File[]): void;
  preview: ThreadSource['preview'];
}) {
  const { value, field } = props;
  const [preview, setPreview] = useState<{ html?: string; isFailed?: boolean }>();

  async function show() {
    setPreview({});
    try {
      const { html } = await props.preview(value);
      setPreview((now) => now && { html });
    } catch {
      // Nothing is lost: what was typed stays, and the preview can be opened again.
      setPreview((now) => now && { isFailed: true });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // A press that chooses a character of a script, such as Japanese, is not meant for us.
    if (event.nativeEvent.isComposing) return;
    if (formatByKey(event)) return;
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
    // Word processors put a picture of the text beside the text.
    if (!props.onFiles || files.length === 0 || event.clipboardData.getData('text/plain')) return;
    event.preventDefault();
    props.onFiles(files);
  }

  return (
    <>
      <div className={styles.bar}>
        <MarkdownToolbar field={field} isOff={preview !== undefined} />
        <button
          type="button"
          className={styles.preview}
          aria-pressed={preview !== undefined}
          onClick={() => (preview ? setPreview(undefined) : void show())}
        >
          Preview
        </button>
      </div>
      <label htmlFor={props.id} className="visually-hidden">
        {props.label}
      </label>
      {/* It stays, hidden, under a preview: with its selection and its undo. */}
      <textarea
        id={props.id}
        ref={field}
        className={styles.text}
        hidden={preview !== undefined}
        dir="auto"
        rows={props.rows}
        placeholder={props.placeholder}
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <LengthNote length={value.length} max={messageMax} />
      {preview && (
        <section className={styles.previewed} aria-label="Preview" aria-busy={!preview.html}>
          {preview.isFailed ? (
            <p className={styles.quiet}>We can’t load the preview right now.</p>
          ) : preview.html === '' ? (
            <p className={styles.quiet}>Nothing to preview.</p>
          ) : (
            <Markdown html={preview.html ?? ''} />
          )}
        </section>
      )}
    </>
  );
}
