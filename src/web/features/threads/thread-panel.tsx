import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react';

import type { UploadedFile } from '~/contract/files/files-schema';
import type { Message, RequestThread } from '~/contract/threads/threads-schema';
import { IconPlugConnectedX, IconUpload } from '~/web/ui/icons';
import { Composer, type ComposerChoices } from './composer';
import { MessageList } from './message-list';
import styles from './thread.module.css';
import type { SendOptions, ThreadSource } from './thread-source';
import { useReadMark } from './use-read-mark';
import { type NewestMessages, useThread } from './use-thread';
import { useUploads } from './use-uploads';

interface Returned {
  text: string;
  files: UploadedFile[];
  options: SendOptions;
}

/** Id of the form, for links to it. */
export const composerId = 'write';

/**
 * A thread: its messages, updated live, and the form for a new one. Used by clients and in the
 * panel. Its React key must be the record.
 */
export function ThreadPanel<Row extends Message>(props: {
  source: ThreadSource<Row>;
  /** The newest messages, which the live stream keeps up to date. */
  newest: NewestMessages<Row>;
  beside: Pick<RequestThread, 'draft' | 'lastReadId'>;
  title: ReactNode;
  label: string;
  placeholder: string;
  /** Placeholder of the field while a message is internal. */
  internalPlaceholder?: string;
  empty: ReactNode;
  markOf?(message: Row): string | undefined;
  footOf?(message: Row): ReactNode;
  isNote?(message: Row): boolean;
  addressOf?(message: Row): string | null;
  /** Kind of record that the thread is about; a request by default. */
  about?: Message['about'];
  /** Name of the list of messages. */
  listLabel?: string;
  /** True within a page that scrolls: shows all loaded messages, each with its header. */
  isFlat?: boolean;
  /** Content between the messages and the form. */
  aboveForm?: ReactNode;
  /** Text that was chosen for the form. */
  inserted?: { text: string } | undefined;
  /** Completes the options of a message when it is sent. */
  optionsOf?(options: SendOptions): SendOptions;
  /** The agency's options for a message. */
  choices?: ComposerChoices;
  /** False for read-only users. */
  mayWrite?: boolean;
}) {
  const { source, choices, mayWrite = true, optionsOf = (options) => options } = props;
  const { store, state, isLive } = useThread(source, props.newest);
  const uploads = useUploads();
  const end = useRef<HTMLDivElement>(null);
  const [lastReadId] = useState(props.beside.lastReadId);
  const [kept] = useState(props.beside.draft);
  const [returned, setReturned] = useState<Returned>();
  const [isDropping, setDropping] = useState(false);
  useReadMark(source, state.messages, { lastReadId, end });
  const actions = useMemo(() => ({ edit: store.edit, remove: store.remove }), [store]);

  function onEditFailed(key: string) {
    const sent = state.outgoing.find((one) => one.key === key);
    if (!sent) return;
    setReturned({ text: sent.text, files: sent.files, options: sent.options });
    store.discard(key);
  }

  const holdsFiles = (event: DragEvent) => mayWrite && event.dataTransfer.types.includes('Files');
  function onDragOver(event: DragEvent) {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setDropping(true);
  }
  function onDrop(event: DragEvent) {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setDropping(false);
    uploads.add(Array.from(event.dataTransfer.files));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; the button beside the field does the same
    <div
      className={styles.thread}
      onDragOver={onDragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={onDrop}
    >
      <div className={styles.head}>
        {props.title}
        {!isLive && (
          <p className={styles.offline} role="status">
            <IconPlugConnectedX size={16} stroke={1.8} aria-hidden="true" />
            You’re offline. New messages appear once you reconnect.
          </p>
        )}
      </div>
      <MessageList
        state={state}
        store={store}
        lastReadId={lastReadId}
        end={end}
        byAgency={source.byAgency}
        actions={mayWrite ? actions : undefined}
        markOf={props.markOf}
        footOf={props.footOf}
        isNote={props.isNote}
        addressOf={props.addressOf}
        about={props.about ?? 'request'}
        isFlat={props.isFlat ?? false}
        label={props.listLabel ?? 'Thread'}
        markOfSent={choices?.markOf}
        onEditFailed={onEditFailed}
        empty={props.empty}
      />
      {mayWrite && props.aboveForm}
      {mayWrite && (
        <Composer
          id={composerId}
          label={props.label}
          placeholder={props.placeholder}
          {...(props.internalPlaceholder && { internalPlaceholder: props.internalPlaceholder })}
          draftKey={source.key}
          kept={kept}
          uploads={uploads}
          returned={returned}
          inserted={props.inserted}
          save={store.saveDraft}
          isSent={(text) => state.messages.some((one) => one.text.trim() === text.trim())}
          onSend={(text, files, options) => void store.send(text, files, optionsOf(options))}
          choices={choices}
        />
      )}
      {isDropping && (
        <div className={styles.drop} aria-hidden="true">
          <IconUpload size={28} stroke={1.6} />
          Drop files to add them to your message
        </div>
      )}
    </div>
  );
}
