import { memo, type ReactNode, useEffect, useRef, useState } from 'react';

import { editMinutes } from '~/contract/threads/threads';
import type { Message } from '~/contract/threads/threads-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { useNow } from '~/web/lib/use-now';
import { Button } from '~/web/ui/button';
import { CutText } from '~/web/ui/cut-text';
import { Moment } from '~/web/ui/moment';
import { PlainText } from '~/web/ui/plain-text';
import { agencyDeliverableLabel, deliverableLabel } from './deliverable-label';
import { FileLink } from './file-link';
import styles from './message.module.css';
import { MessageField } from './message-field';
import { subjectMark } from './subject-words';

export interface MessageActions {
  edit(id: number, text: string): Promise<void>;
  remove(id: number): Promise<void>;
}

/** A message of a thread. Its author can edit and delete it for some time. */
export const MessageItem = memo(function MessageItem(props: {
  message: Message;
  /** True if the reader's side wrote the message. */
  isOurs: boolean;
  /** True for consecutive messages of an author, which only repeat the author for screen readers. */
  isContinued: boolean;
  /** Label, for example that only the agency can read the message. */
  mark?: string | undefined;
  /** Email of the sender or recipient, if it should be shown. */
  address?: string | null | undefined;
  /** Kind of record that the conversation is about. */
  shownWith: Message['about'];
  /** True for a line beside the conversation, for example about an absence. */
  isNote?: boolean;
  /** Content below the text, for example the actions for an email. */
  foot?: ReactNode;
  /** Actions of the author; undefined for read-only users. */
  actions: MessageActions | undefined;
}) {
  const { message, actions } = props;
  const side = props.address && `${message.byAgency ? 'to' : 'from'} ${props.address}`;
  const about = [subjectMark(message, props.shownWith), side].filter(Boolean).join(', ');
  const [mode, setMode] = useState<'shown' | 'editing' | 'deleting'>('shown');
  // Only the agency sends files for approval.
  const labels = props.isOurs ? agencyDeliverableLabel : deliverableLabel;
  const now = useNow();
  const mayChange =
    actions !== undefined &&
    now > 0 &&
    message.editableUntil !== null &&
    Date.parse(message.editableUntil) > now;
  const edit = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setMode('shown');
    // Moves the focus back to the button that opened the form.
    setTimeout(() => edit.current?.focus());
  };
  return (
    <article
      className={styles.message}
      data-own={props.isOurs}
      data-continued={props.isContinued}
      data-mark={props.mark !== undefined}
      data-note={props.isNote}
      aria-label={`Message from ${message.author}`}
    >
      <header className={styles.head}>
        <bdi className={styles.author}>{message.isOwn ? 'You' : message.author}</bdi>
        {props.mark && <span className={styles.mark}>{props.mark}</span>}
        <Moment at={message.createdAt} className={styles.time} />
        {about && <span className={styles.time}>{about}</span>}
        {message.editedAt && <span className={styles.time}>edited</span>}
      </header>
      {actions && mode === 'editing' ? (
        <EditForm message={message} actions={actions} onLeave={leave} />
      ) : (
        message.text !== '' && (
          <div className={styles.text}>
            <PlainText text={message.text} />
          </div>
        )
      )}
      <CutText text={message.cutText} />
      {props.foot}
      {message.files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {message.files.map((file) => (
            <li key={file.id}>
              <FileLink
                file={file}
                withPicture
                note={
                  file.deliverable && (
                    <span className={styles.decided} data-state={file.deliverable}>
                      {labels[file.deliverable]}
                    </span>
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {mayChange && mode === 'shown' && (
        <div className={styles.actions}>
          {message.text !== '' && (
            <button ref={edit} type="button" onClick={() => setMode('editing')}>
              Edit
            </button>
          )}
          <button type="button" onClick={() => setMode('deleting')}>
            Delete
          </button>
        </div>
      )}
      {actions && mode === 'deleting' && (
        <DeleteQuestion message={message} actions={actions} onLeave={() => setMode('shown')} />
      )}
    </article>
  );
});

interface Changing {
  message: Message;
  actions: MessageActions;
  onLeave(): void;
}

function EditForm({ message, actions, onLeave }: Changing) {
  const [text, setText] = useState(message.text);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const box = field.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);

  async function save() {
    const words = text.trim();
    if (isSaving) return;
    if (words === '') return setError('Please write a message');
    if (words === message.text) return onLeave();
    setSaving(true);
    try {
      await actions.edit(message.id, words);
      onLeave();
    } catch (failure) {
      setSaving(false);
      setError(
        errorMessageOf(failure) ?? 'We couldn’t save your change. What you typed is still here.',
      );
    }
  }

  return (
    <form
      className={styles.editing}
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <MessageField
        id={`message-${message.id}`}
        label="Your message"
        value={text}
        field={field}
        rows={3}
        onChange={setText}
        onSubmit={() => void save()}
        onEscape={onLeave}
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.editFoot}>
        <p>You can edit this for {editMinutes} minutes.</p>
        <Button variant="ghost" size="sm" onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" size="sm" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

function DeleteQuestion({ message, actions, onLeave }: Changing) {
  const [isDeleting, setDeleting] = useState(false);
  const [error, setError] = useState('');
  async function remove() {
    setDeleting(true);
    try {
      await actions.remove(message.id);
    } catch (failure) {
      setDeleting(false);
      setError(errorMessageOf(failure) ?? 'The message could not be deleted. Please try again.');
    }
  }
  return (
    <div className={styles.question}>
      <p role={error ? 'alert' : undefined}>
        {error ||
          `Delete this message${message.files.length > 0 ? ' and its files' : ''} for both sides?`}
      </p>
      <Button variant="destructive" size="sm" disabled={isDeleting} onClick={() => void remove()}>
        Delete
      </Button>
      <Button variant="outline" size="sm" disabled={isDeleting} onClick={onLeave} autoFocus>
        Cancel
      </Button>
    </div>
  );
}
