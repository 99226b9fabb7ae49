import { useEffect, useId, useRef, useState } from 'react';

import { fileBytesMax } from '~/contract/files/files';
import { answerFilesMax, type FormField, notTaken } from '~/contract/forms/forms';
import { loadDraft } from '~/web/lib/draft';
import { Button } from '~/web/ui/button';
import { Frame } from '~/web/ui/field';
import { inputName } from './input-name';
import styles from './own-form.module.css';

const mib = 1024 * 1024;
const failed = 'We couldn’t upload this file. Please try again.';

/**
 * Field that uploads files as soon as they are selected. The form refers to the files by ids and
 * secrets.
 */
export function FilesAnswer(props: {
  formId: number;
  field: FormField;
  draftName: string;
  error: string | undefined;
}) {
  const { formId, field, draftName } = props;
  const id = useId();
  const name = inputName(field.key);
  const chooser = useRef<HTMLInputElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  /** References in the format `12.secret/name`. */
  const [uploads, setUploads] = useState<string[]>([]);
  const [sending, setSending] = useState('');
  const [problem, setProblem] = useState('');

  useEffect(() => {
    // Storage is read after hydration, because the page from the server cannot contain it.
    const kept = loadDraft(draftName).values[name];
    if (kept) setUploads(kept.split('\n').filter(Boolean));
    const form = hidden.current?.form;
    const forget = () => setUploads([]);
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, [draftName, name]);

  const isFirst = useRef(true);
  useEffect(() => {
    const input = hidden.current;
    if (!input) return;
    input.value = uploads.join('\n');
    // The form's draft stores the references together with the typed values.
    if (!isFirst.current) input.dispatchEvent(new Event('input', { bubbles: true }));
    isFirst.current = false;
  }, [uploads]);

  const add = async (files: File[]) => {
    setProblem('');
    for (const file of files.slice(0, answerFilesMax - uploads.length)) {
      setSending(file.name);
      try {
        const sent = await upload(formId, file);
        setUploads((before) => [...before, sent]);
      } catch (error) {
        setProblem(`${file.name}: ${(error as Error).message}`);
      }
    }
    setSending('');
    if (files.length > answerFilesMax - uploads.length) {
      setProblem(`Please keep this to ${answerFilesMax} files`);
    }
  };

  return (
    <Frame
      id={id}
      label={field.label}
      optional={!field.required}
      hint={field.help || `Up to ${answerFilesMax} files, ${fileBytesMax / mib} MB each.`}
      error={problem || props.error}
    >
      <input ref={hidden} type="hidden" name={name} />
      {uploads.length > 0 && (
        <ul className={styles.files}>
          {uploads.map((one) => {
            const called = one.slice(one.indexOf('/') + 1);
            return (
              <li key={one}>
                <span>
                  {called}
                  {one.startsWith(notTaken) &&
                    ': can’t be uploaded right now. Send the form without it and we’ll ask for it by email.'}
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Remove ${called}`}
                  onClick={() => setUploads((before) => before.filter((other) => other !== one))}
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <input
        ref={chooser}
        id={id}
        type="file"
        multiple
        hidden
        aria-label={field.label}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className={styles.add}>
        <Button
          variant="outline"
          aria-describedby={`${id}-hint`}
          disabled={sending !== '' || uploads.length >= answerFilesMax}
          onClick={() => chooser.current?.click()}
        >
          Add files
        </Button>
        <span role="status">{sending && `Sending ${sending}…`}</span>
      </div>
    </Frame>
  );
}

/** Uploads a file. @returns its reference for the form */
async function upload(formId: number, file: File): Promise<string> {
  if (file.size > fileBytesMax) throw new Error(`is larger than ${fileBytesMax / mib} MiB`);
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(`/api/files/of-forms/${formId}`, { method: 'POST', body }).catch(
    // There is no connection. A missing response is reported below.
    () => undefined,
  );
  const answer = (await response?.json().catch(
    // A proxy may respond with an HTML page.
    () => undefined,
  )) as { id?: string; name?: string; message?: string } | undefined;
  // The storage is full, or the sender has uploaded too much. The form can be sent without the
  // file, even if it is required.
  if (response?.status === 503 || response?.status === 429)
    return `${notTaken}${file.name.slice(-200)}`;
  if (!response?.ok || !answer?.id) throw new Error(answer?.message ?? failed);
  return `${answer.id}/${answer.name ?? file.name}`;
}
