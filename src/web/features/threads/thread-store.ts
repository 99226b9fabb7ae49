import type { UploadedFile } from '~/contract/files/files-schema';
import { messagesPageMax } from '~/contract/threads/threads';
import type { Message } from '~/contract/threads/threads-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { newKey } from '~/web/lib/new-key';
import { isSame, keepOutgoing, loadOutgoing, type Outgoing } from './outgoing';
import type { MessagePage, SendOptions, ThreadSource } from './thread-source';

export interface ThreadState<Row extends Message> {
  /** Messages, oldest first, without gaps. */
  messages: Row[];
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'failed';
  outgoing: Outgoing[];
  /** True if the last attempt to refetch changes has failed. */
  isBehind: boolean;
}

/** Messages of one thread on screen: a range that ends with the newest message and has no gaps. */
export function createThreadStore<Row extends Message>(
  source: ThreadSource<Row>,
  first: MessagePage<Row>,
) {
  const thread = source.key;
  const known = new Map(first.rows.map((row) => [row.id, row]));
  /** Messages that were sent from this screen, until a page contains them. */
  const unconfirmed = new Set<number>();
  let before = first.before;
  let state: ThreadState<Row> = {
    messages: first.rows,
    hasOlder: before !== null,
    older: 'idle',
    outgoing: [],
    isBehind: false,
  };
  const listeners = new Set<() => void>();
  const newestId = () => state.messages.at(-1)?.id ?? 0;

  function set(changes: Partial<ThreadState<Row>>) {
    const messages = [...known.values()].sort((one, other) => one.id - other.id);
    const wanted = changes.outgoing ?? state.outgoing;
    const outgoing = wanted.filter((sent) => !messages.some((row) => isSame(sent, row)));
    if (outgoing.length !== state.outgoing.length || changes.outgoing) {
      keepOutgoing(thread, outgoing);
    }
    state = { ...state, hasOlder: before !== null, ...changes, messages, outgoing };
    for (const listener of listeners) listener();
  }

  /** Returns the id from which a page contains all messages. */
  const startOf = ({ rows, before: cursor }: MessagePage<Row>) =>
    cursor === null ? 0 : (rows[0]?.id ?? 0);

  /** Replaces all messages from an id on. Messages that were sent during the request are newer, so they stay. */
  function replace(rows: Row[], from: number) {
    for (const id of known.keys()) if (id >= from && !unconfirmed.has(id)) known.delete(id);
    for (const row of rows) {
      known.set(row.id, row);
      unconfirmed.delete(row.id);
    }
    before = from === 0 || before === null ? null : Math.min(...known.keys());
  }

  /** Shows the newest page, and refetches the older messages on screen. */
  async function readWindow(newest: MessagePage<Row>) {
    const oldest = state.messages[0]?.id ?? 0;
    let from = startOf(newest);
    const isShown = (id: number) => known.has(id) && !unconfirmed.has(id);
    const isJoined = newest.rows.some(({ id }) => isShown(id)) || !(oldest < from);
    const rows = [...newest.rows];
    if (isJoined) {
      replace(rows, from);
      set({});
    }
    while (oldest > 0 && from > oldest) {
      const count = state.messages.filter(({ id }) => id < from).length;
      const limit = Math.min(isJoined ? count : messagesPageMax, messagesPageMax);
      const page = await source.page({ before: from, limit });
      rows.unshift(...page.rows);
      from = startOf(page);
    }
    replace(rows, from);
  }

  let latest = first;
  let reading: Promise<void> = Promise.resolve();

  /**
   * Saves drafts one after the other, so that a late save cannot restore a draft after its message
   * was sent.
   */
  let writing: Promise<unknown> = Promise.resolve();
  function inOrder<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = writing.then(write);
    // The caller handles the failure. Later writes run anyway.
    writing = result.catch(() => {});
    return result;
  }

  function transmit(sent: Outgoing) {
    const { key, text, files, options } = sent;
    return inOrder(async () => {
      try {
        const fileIds = files.map(({ id }) => id);
        const message = await source.send({ key, text, fileIds, options });
        known.set(message.id, message);
        unconfirmed.add(message.id);
        set({ outgoing: state.outgoing.filter((one) => one.key !== key) });
      } catch (error) {
        const reason = errorMessageOf(error) ?? 'The site cannot be reached.';
        const change = (one: Outgoing): Outgoing =>
          one.key === key ? { ...one, state: 'failed', error: reason } : one;
        set({ outgoing: state.outgoing.map(change) });
      }
    });
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /**
     * Restores messages whose sending was interrupted. Runs only in the browser, after hydration.
     */
    takeUp(): void {
      const left = loadOutgoing(thread);
      if (left.length > 0) set({ outgoing: left });
    },

    /** Applies the newest page after it was refetched because of a change. */
    take(page: MessagePage<Row>): void {
      latest = page;
      reading = reading.then(async () => {
        // A later refetch is queued.
        if (latest !== page) return;
        try {
          await readWindow(page);
          set({ isBehind: false });
        } catch {
          // The missing messages are fetched with the next page.
          set({ isBehind: true });
        }
      });
    },

    async loadOlder(): Promise<void> {
      if (before === null || state.older === 'loading') return;
      set({ older: 'loading' });
      try {
        const page = await source.page({ before });
        for (const row of page.rows) known.set(row.id, row);
        before = page.before;
        set({ older: 'idle' });
      } catch {
        // The button offers a retry.
        set({ older: 'failed' });
      }
    },

    /** Shows the message immediately, and sends it. */
    send(text: string, files: UploadedFile[], options: SendOptions = {}): Promise<void> {
      const sent: Outgoing = {
        key: newKey(),
        text,
        files,
        options,
        state: 'sending',
        error: '',
        after: newestId(),
      };
      set({ outgoing: [...state.outgoing, sent] });
      return transmit(sent);
    },

    sendAgain(key: string): void {
      const sent = state.outgoing.find((one) => one.key === key);
      if (!sent || sent.state === 'sending') return;
      const again: Outgoing = { ...sent, state: 'sending', error: '' };
      set({ outgoing: state.outgoing.map((one) => (one.key === key ? again : one)) });
      void transmit(again);
    },

    discard(key: string): void {
      set({ outgoing: state.outgoing.filter((one) => one.key !== key) });
    },

    async edit(id: number, text: string): Promise<void> {
      const message = await source.edit(id, text);
      known.set(id, message);
      set({});
    },

    async remove(id: number): Promise<void> {
      await source.remove(id);
      known.delete(id);
      unconfirmed.delete(id);
      set({});
    },

    saveDraft: (draft: { text: string; fileIds: number[] }) =>
      inOrder(() => source.saveDraft(draft)),
  };
}

export type ThreadStore<Row extends Message = Message> = ReturnType<typeof createThreadStore<Row>>;
