import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';

import type { UploadedFile } from '~/contract/files/files-schema';
import type { MessageDraft } from '~/contract/workspace/workspace-schema';
import { Button } from '~/web/ui/button';
import styles from './composer.module.css';
import { MessageField } from './message-field';
import type { ThreadSource } from './thread-source';
import { UploadList } from './upload-list';
import { useDraft } from './use-draft';
import { isUploaded, toUploadedFile, type useUploads } from './use-uploads';

export type Uploads = ReturnType<typeof useUploads>;

/** Writes a message: what is typed and the files outlive a reload. */
export function Composer(props: {
  /** Of the form, for links to it. */
  id: string;
  label: string;
  placeholder: string;
  requestId: number;
  kept: MessageDraft;
  uploads: Uploads;
  /** Text and files that come back from a message that did not arrive. */
  returned: { text: string; files: UploadedFile[] } | undefined;
  save(draft: MessageDraft): Promise<unknown>;
  onSend(text: string, files: UploadedFile[]): void;
  preview: ThreadSource['preview'];
}) {
  const { uploads, returned } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const draft = useDraft({
    requestId: props.requestId,
    kept: props.kept,
    save: props.save,
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
  useEffect(() => {
    if (!returned) return;
    latest.current.draft.setText(returned.text);
    latestUploads.current.replace(returned.files);
    field.current?.focus();
  }, [returned]);

  // Presses that come before the next render find what was sent by the first.
  const isSent = useRef(false);
  useEffect(() => {
    isSent.current = false;
  });

  function send() {
    if (isSent.current) return;
    const text = draft.text.trim();
    if (uploads.isBusy) return setProblem('The files are still on their way.');
    if (text === '' && ready.length === 0) {
      field.current?.focus();
      return setProblem('Please write a message');
    }
    setProblem('');
    isSent.current = true;
    draft.clear();
    lastFiles.current = '';
    uploads.replace([]);
    props.onSend(text, ready);
    field.current?.focus();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form id={props.id} className={styles.composer} aria-label={props.label} onSubmit={onSubmit}>
      <MessageField
        id={`${id}-text`}
        label={props.label}
        placeholder={props.placeholder}
        value={draft.text}
        field={field}
        rows={4}
        onChange={(text) => {
          setProblem('');
          draft.setText(text);
        }}
        onSubmit={send}
        onFiles={uploads.add}
        preview={props.preview}
      />
      <UploadList uploads={uploads.uploads} onRemove={uploads.remove} onResume={uploads.resume} />
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
          Send
        </Button>
      </div>
    </form>
  );
}
