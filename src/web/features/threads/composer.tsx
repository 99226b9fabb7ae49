import { type ComponentType, type FormEvent, useEffect, useId, useRef, useState } from 'react';

import type { UploadedFile } from '~/contract/files/files-schema';
import type { MessageDraft } from '~/contract/threads/threads-schema';
import { loadDraft, saveDraft } from '~/web/lib/draft';
import { Button } from '~/web/ui/button';
import { IconPaperclip, IconSend2 } from '~/web/ui/icons';
import styles from './composer.module.css';
import { MessageField } from './message-field';
import type { SendOptions } from './thread-source';
import { UploadList } from './upload-list';
import { useDraft } from './use-draft';
import { isUploaded, toUploadedFile, type useUploads } from './use-uploads';

export type Uploads = ReturnType<typeof useUploads>;

/** Options of a message besides its text. */
export interface ComposerChoices {
  /** Fields below the text of a message. */
  Fields: ComponentType<{
    files: UploadedFile[];
    options: SendOptions;
    onChange(options: SendOptions): void;
  }>;
  sendLabel(options: SendOptions): string;
  /** Returns the label that the message will have in the thread. */
  markOf(options: SendOptions): string | undefined;
}

/** Form for a message. Its text and files survive a reload. */
export function Composer(props: {
  /** Id of the form, for links to it. */
  id: string;
  label: string;
  placeholder: string;
  /** Key of the draft in this browser, which differs between threads. */
  draftKey: string;
  kept: MessageDraft;
  uploads: Uploads;
  /** Placeholder of the field while a message is internal. */
  internalPlaceholder?: string;
  /** Text and files of a message that failed to send. They are restored for editing. */
  returned: { text: string; files: UploadedFile[]; options: SendOptions } | undefined;
  save(draft: MessageDraft): Promise<unknown>;
  /** Returns whether the thread already contains a message with this text. */
  isSent(text: string): boolean;
  onSend(text: string, files: UploadedFile[], options: SendOptions): void;
  choices?: ComposerChoices | undefined;
  /** Text to insert, such as a selected reply template. Follows text that was already typed. */
  inserted?: { text: string } | undefined;
}) {
  const { uploads, returned, choices, inserted } = props;
  const [options, setOptions] = useOptions(props.draftKey);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState('');
  const draft = useDraft({
    draftKey: props.draftKey,
    kept: props.kept,
    save: props.save,
    isSent: props.isSent,
    onFiles: uploads.replace,
  });

  const ready = uploads.uploads.filter(isUploaded).map(toUploadedFile);
  const fileKey = ready.map((file) => file.id).join();
  const lastFiles = useRef('');
  const latest = useRef({ draft, ready });
  latest.current = { draft, ready };
  useEffect(() => {
    if (fileKey === lastFiles.current) return;
    lastFiles.current = fileKey;
    latest.current.draft.setFiles(latest.current.ready);
  }, [fileKey]);

  const latestUploads = useRef(uploads);
  latestUploads.current = uploads;
  const latestSetOptions = useRef(setOptions);
  latestSetOptions.current = setOptions;
  useEffect(() => {
    if (!returned) return;
    latest.current.draft.setText(returned.text);
    latestUploads.current.replace(returned.files);
    latestSetOptions.current(returned.options, true);
    field.current?.focus();
  }, [returned]);

  useEffect(() => {
    if (!inserted) return;
    const { text, setText } = latest.current.draft;
    setText(text.trim() === '' ? inserted.text : `${text}\n\n${inserted.text}`);
    field.current?.focus();
  }, [inserted]);

  // This ref is set immediately, because repeated clicks before the next render must see the
  // message that the first click sent.
  const isSent = useRef(false);
  useEffect(() => {
    isSent.current = false;
  });

  function send() {
    if (isSent.current) return;
    const text = draft.text.trim();
    if (uploads.isBusy) return setProblem('Files are still uploading.');
    if (text === '' && ready.length === 0) {
      field.current?.focus();
      return setProblem('Please write a message');
    }
    setProblem('');
    isSent.current = true;
    draft.clear();
    lastFiles.current = '';
    uploads.replace([]);
    props.onSend(text, ready, optionsFor(options, ready));
    // The next message stays internal as well, so that a client cannot read it by mistake.
    setOptions(options.internal ? { internal: true } : {}, false);
    setSent((times) => times + 1);
    field.current?.focus();
    // The long message made the field tall. Without scrolling, the window would show content far
    // below the sent message.
    requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form
      ref={form}
      id={props.id}
      className={styles.composer}
      data-mark={choices?.markOf(options) !== undefined}
      aria-label={props.label}
      onSubmit={onSubmit}
    >
      <MessageField
        id={`${id}-text`}
        label={props.label}
        placeholder={(options.internal && props.internalPlaceholder) || props.placeholder}
        value={draft.text}
        field={field}
        rows={4}
        onChange={(text) => {
          setProblem('');
          draft.setText(text);
        }}
        onSubmit={send}
        onFiles={uploads.add}
      />
      <UploadList uploads={uploads.uploads} onRemove={uploads.remove} onResume={uploads.resume} />
      {choices && (
        <choices.Fields
          files={ready}
          options={options}
          onChange={(next) => setOptions(next, true)}
        />
      )}
      <p role="status" className="visually-hidden">
        {sent > 0 && <span key={sent}>Sending your message</span>}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to send"
          onChange={(event) => {
            uploads.add(Array.from(event.target.files ?? []));
            event.target.value = '';
          }}
        />
        <Button variant="ghost" size="sm" onClick={() => input.current?.click()}>
          <IconPaperclip size={18} stroke={1.8} aria-hidden="true" />
          Add files
        </Button>
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> or <kbd>Cmd</kbd> with <kbd>Enter</kbd> sends
        </p>
        <Button type="submit">
          <IconSend2 size={18} stroke={1.8} aria-hidden="true" />
          {choices?.sendLabel(options) ?? 'Send'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns options that fit the files of the message, because a file that was marked as a
 * deliverable may have been removed.
 */
function optionsFor(options: SendOptions, files: UploadedFile[]): SendOptions {
  const { deliverableIds = [], ...others } = options;
  const sent = deliverableIds.filter((id) => files.some((file) => file.id === id));
  return sent.length > 0 ? { ...others, deliverableIds: sent } : others;
}

/**
 * Options of the message. They are stored together with the text, so that an internal message is still internal after a
 * reload.
 */
function useOptions(draftKey: string) {
  const name = `thread-options:${draftKey}`;
  const [options, setOptions] = useState(
    (): SendOptions => JSON.parse(loadDraft(name).values.options ?? '{}'),
  );
  return [
    options,
    /**
     * Sets the options.
     *
     * @param isTyped true if they belong to a message that is being written. Only these options are
     * stored
     */
    (next: SendOptions, isTyped: boolean) => {
      setOptions(next);
      const isChosen = isTyped && Object.keys(next).length > 0;
      saveDraft(name, { values: { options: isChosen ? JSON.stringify(next) : '' } });
    },
  ] as const;
}
