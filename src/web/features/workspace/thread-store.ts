import type { UploadedFile } from '~/contract/files/files-schema';
import type { Message, ThreadEvent } from '~/contract/workspace/workspace-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { newKey } from '~/web/lib/new-key';
import { isSame, keepOutgoing, loadOutgoing, type Outgoing } from './outgoing';
import type { MessagePage, SendOptions, ThreadSource } from './thread-source';

/** Changes that come together are read together. */
const gatherMs = 60;
/** From so many changed messages on, all that is shown is read again. */
const readAgainFrom = 8;

export interface ThreadState<Row extends Message> {
  /** From the oldest to the newest, without a gap. */
  messages: Row[];
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'failed';
  outgoing: Outgoing[];
  /** Whether the last attempt to read what changed has failed. */
  isBehind: boolean;
}

/** The messages of one thread as they are on the screen: a window that ends with the newest message and has no gap. */
export function createThreadStore<Row extends Message>(
  source: ThreadSource<Row>,
  first: MessagePage<Row>,
) {
  const { requestId } = source;
  const known = new Map(first.rows.map((row) => [row.id, row]));
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
      keepOutgoing(requestId, outgoing);
    }
    state = { ...state, hasOlder: before !== null, ...changes, messages, outgoing };
    for (const listener of listeners) listener();
  }

  /** Reads from the newest message back to the oldest one shown. */
  async function readWindow() {
    const oldest = state.messages[0]?.id ?? 0;
    const shown = [...known.keys()];
    let page = await source.page({});
    const rows = [...page.rows];
    while (page.before !== null && oldest > 0 && (page.rows[0]?.id ?? 0) > oldest) {
      page = await source.page({ before: page.before });
      rows.unshift(...page.rows);
    }
    // What was sent meanwhile is newer than what was read.
    for (const id of shown) known.delete(id);
    for (const row of rows) known.set(row.id, row);
    before = page.before;
  }

  /** Reads one message again, or takes out one that is not there any more. */
  async function readOne(id: number) {
    const { rows } = await source.page({ before: id + 1, limit: 1 });
    const found = rows.find((row) => row.id === id);
    if (found) known.set(id, found);
    else known.delete(id);
  }

  let changed = new Set<number>();
  let isAllChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function readChanges() {
    const ids = changed;
    const all = isAllChanged || ids.size >= readAgainFrom;
    changed = new Set();
    isAllChanged = false;
    try {
      if (all) await readWindow();
      else for (const id of ids) await readOne(id);
      set({ isBehind: false });
    } catch {
      // Read again after the next event, which a stream that comes back always begins with.
      isAllChanged = true;
      set({ isBehind: true });
    }
  }
  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined;
      reading = reading.then(readChanges);
    }, gatherMs);
  }

  /** One after the other: a draft saved late must not outlive the message that it became. */
  let writing: Promise<unknown> = Promise.resolve();
  function inOrder<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = writing.then(write);
    // The caller gets the failure; the next one in line runs anyway.
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

    /** What an interrupted visit has left; in the browser alone, after hydration. */
    takeUp(): void {
      const left = loadOutgoing(requestId);
      if (left.length > 0) set({ outgoing: left });
    },

    /** Takes note of what the stream tells. */
    apply({ kind, subjectId }: ThreadEvent): void {
      if (kind === 'ready' || kind === 'reset') isAllChanged = true;
      else if (kind === 'file_decided') {
        const holder = state.messages.find(({ files }) => files.some(({ id }) => id === subjectId));
        if (!holder) return;
        changed.add(holder.id);
      } else if (kind === 'message_created') {
        if (subjectId === null || known.has(subjectId)) return;
        changed.add(subjectId);
      } else if (kind === 'message_edited' || kind === 'message_deleted') {
        if (subjectId === null || !known.has(subjectId)) return;
        changed.add(subjectId);
      } else return;
      soon();
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
        // The button offers to try again.
        set({ older: 'failed' });
      }
    },

    /** Shows the message at once, and sends it. */
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
      set({});
    },

    saveDraft: (draft: { text: string; fileIds: number[] }) =>
      inOrder(() => source.saveDraft(draft)),

    /** Ends what is planned; what is being sent goes on. */
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export type ThreadStore<Row extends Message = Message> = ReturnType<typeof createThreadStore<Row>>;
