import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import type { Message } from '~/contract/threads/threads-schema';
import { Button } from '~/web/ui/button';
import { type MessageActions, MessageItem } from './message-item';
import { OutgoingItem } from './outgoing-item';
import styles from './thread.module.css';
import type { SendOptions } from './thread-source';
import type { ThreadState, ThreadStore } from './thread-store';

/** Milliseconds within which messages of one author are grouped. */
const togetherMs = 5 * 60_000;
/** Distance from an end of the list, in pixels, that counts as being at the end. */
const nearPx = 120;

function isContinued(message: Message, before: Message | undefined): boolean {
  return (
    before !== undefined &&
    before.isOwn === message.isOwn &&
    before.byAgency === message.byAgency &&
    before.author === message.author &&
    before.about === message.about &&
    message.editedAt === null &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < togetherMs
  );
}

/** Messages of a thread in a region that scrolls and starts at its end. */
export function MessageList<Row extends Message>(props: {
  state: ThreadState<Row>;
  store: ThreadStore<Row>;
  /** Id of the last message that was read before this visit. */
  lastReadId: number | null;
  end: RefObject<HTMLDivElement | null>;
  /** True if the agency reads the thread. */
  byAgency: boolean;
  /** Actions of the author; undefined for read-only users. */
  actions: MessageActions | undefined;
  markOf?: ((message: Row) => string | undefined) | undefined;
  footOf?: ((message: Row) => ReactNode) | undefined;
  isNote?: ((message: Row) => boolean) | undefined;
  addressOf?: ((message: Row) => string | null) | undefined;
  /** Kind of record that the thread is about. */
  about: Message['about'];
  isFlat: boolean;
  label: string;
  /** Returns the label of a message that is being sent. */
  markOfSent?: ((options: SendOptions) => string | undefined) | undefined;
  onEditFailed(key: string): void;
  empty: ReactNode;
}) {
  const { state, store, lastReadId } = props;
  const { messages, outgoing } = state;
  const markOf = (message: Row) => props.markOf?.(message);
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const newest = messages.at(-1);
  const [seen, setSeen] = useState(newest?.id ?? 0);
  const [arrival, setArrival] = useState<Row>();

  // The list is laid out from its end, at position 0, so that messages added at its top do not move
  // the visible ones.
  const toEnd = () => scroller.current?.scrollTo({ top: 0 });
  const sent = outgoing.at(-1)?.key;
  useEffect(() => {
    if (sent) scroller.current?.scrollTo({ top: 0 });
  }, [sent]);

  const [announced, setAnnounced] = useState(newest?.id ?? 0);
  if (newest && newest.id > announced) {
    setAnnounced(newest.id);
    if (!newest.isOwn) setArrival(newest);
  }
  if (newest && !isAway && seen < newest.id) setSeen(newest.id);
  const unseen = messages.filter(({ id, isOwn }) => id > seen && !isOwn).length;
  const firstNew = messages.find(({ id, isOwn }) => !isOwn && id > (lastReadId ?? 0))?.id;
  const hasRead = messages.some(({ id }) => id <= (lastReadId ?? 0));

  function onScroll() {
    const box = scroller.current;
    if (!box) return;
    setAway(box.scrollTop < -nearPx);
    const isAtStart = box.scrollHeight - box.clientHeight + box.scrollTop < nearPx;
    if (isAtStart && state.hasOlder && state.older === 'idle') void store.loadOlder();
  }

  return (
    <div className={styles.window}>
      <section
        ref={scroller}
        className={styles.scroller}
        data-flat={props.isFlat}
        aria-label="All messages"
        // A region that scrolls must be reachable by keyboard.
        tabIndex={props.isFlat ? undefined : 0}
        onScroll={onScroll}
      >
        <div className={styles.content}>
          {state.hasOlder && (
            <p className={styles.older}>
              <Button
                variant="outline"
                size="sm"
                disabled={state.older === 'loading'}
                onClick={() => void store.loadOlder()}
              >
                {state.older === 'loading' ? 'Loading...' : 'Show older messages'}
              </Button>
              {state.older === 'failed' && (
                <span role="alert">We couldn’t load older messages. Please try again.</span>
              )}
            </p>
          )}
          {messages.length === 0 && outgoing.length === 0 ? (
            <div className={styles.empty}>{props.empty}</div>
          ) : (
            <ol className={styles.list} aria-label={props.label}>
              {messages.map((message, index) => (
                <li key={message.id} id={`message-${message.id}-row`}>
                  {message.id === firstNew && hasRead && (
                    <p className={styles.divider}>
                      <span>New since your last visit</span>
                    </p>
                  )}
                  <MessageItem
                    message={message}
                    isOurs={message.byAgency === props.byAgency}
                    // A message with a label is not grouped, because grouped messages have no
                    // header, which contains the label.
                    isContinued={
                      !props.isFlat &&
                      markOf(message) === undefined &&
                      isContinued(message, messages[index - 1])
                    }
                    mark={markOf(message)}
                    isNote={props.isNote?.(message)}
                    foot={props.footOf?.(message)}
                    address={props.addressOf?.(message)}
                    shownWith={props.about}
                    actions={props.actions}
                  />
                </li>
              ))}
              {outgoing.map((one) => (
                <li key={one.key}>
                  <OutgoingItem
                    sent={one}
                    mark={props.markOfSent?.(one.options)}
                    onSendAgain={() => store.sendAgain(one.key)}
                    onEditFailed={() => props.onEditFailed(one.key)}
                    onDiscard={() => store.discard(one.key)}
                  />
                </li>
              ))}
            </ol>
          )}
          <div ref={props.end} className={styles.end} />
        </div>
      </section>
      {isAway && (
        <Button variant="outline" size="sm" className={styles.toEnd} onClick={toEnd}>
          {unseen === 0
            ? 'Latest messages'
            : unseen === 1
              ? '1 new message'
              : `${unseen} new messages`}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {arrival && `New message from ${arrival.author}`}
      </p>
    </div>
  );
}
