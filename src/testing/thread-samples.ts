import { vi } from 'vitest';

import type { ThreadFile } from '~/contract/files/files-schema';
import type { LiveChange } from '~/contract/live/live-schema';
import type { Message } from '~/contract/threads/threads-schema';
import { ada, emptyRequestThreads, sampleRequestDetail } from './client-samples';
import { type Answers, type Rendered, renderScreen } from './render';

/** Renders the page of a request with its thread, for component tests. */

export const sampleMessage = (changes: Partial<Message> = {}): Message => {
  const text = changes.text ?? 'Hello';
  return {
    id: 1,
    requestId: 7,
    about: 'request',
    text,
    cutText: '',
    byAgency: true,
    author: 'Ines Calder',
    isOwn: false,
    createdAt: '2026-05-04T10:00:00.000Z',
    editedAt: null,
    editableUntil: null,
    files: [],
    ...changes,
  };
};

export const ownMessage = (changes: Partial<Message> = {}): Message =>
  sampleMessage({
    byAgency: false,
    author: 'Ada Byron',
    isOwn: true,
    createdAt: new Date().toISOString(),
    editableUntil: new Date(Date.now() + 15 * 60_000).toISOString(),
    ...changes,
  });

export const sampleFile = (changes: Partial<ThreadFile> = {}): ThreadFile => ({
  id: 21,
  name: 'landing-page.pdf',
  size: 18_400,
  type: 'application/pdf',
  deliverable: null,
  comment: '',
  decidedAt: null,
  ...changes,
});

/** Fake EventSource with which tests send live changes. */
export class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

/** Fake IntersectionObserver: no element is visible until the test says so. */
class Observer {
  static all = new Set<Observer>();
  constructor(readonly callback: (entries: { isIntersecting: boolean }[]) => void) {
    Observer.all.add(this);
  }
  observe() {}
  unobserve() {}
  disconnect() {
    Observer.all.delete(this);
  }
}

export interface RenderedThread extends Rendered {
  /** Sends a change through the fake stream. Defaults to a change in the thread of request 7. */
  tell(change?: LiveChange): void;
  /** Opens the fake stream. */
  connect(): void;
  /** Refuses the fake stream after it has connected. */
  refuse(): void;
  /** Returns the number of open streams. */
  open(): number;
  /** Drops the connection. With `isRefused`, the browser gives up. */
  lose(isRefused?: boolean): void;
  /** Returns the URLs of all streams so far. */
  streams(): string[];
  /** Scrolls the end of the thread into view. */
  see(): void;
}

/** Replaces the browser's stream with the fake. Without it, a screen with live updates has no stream in a test. */
export function stubLive(): Omit<RenderedThread, keyof Rendered> {
  Stream.all = [];
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('IntersectionObserver', Observer);
  return {
    tell: (change = { topic: 'requestThreads', id: 7 }) => {
      const data = JSON.stringify(change);
      Stream.all.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
    },
    connect: () => void Stream.all.at(-1)?.dispatchEvent(new Event('connected')),
    refuse: () => {
      Stream.all.at(-1)?.dispatchEvent(new Event('connected'));
      Stream.all.at(-1)?.dispatchEvent(new Event('serialized-error'));
    },
    open: () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED).length,
    lose: (isRefused = false) => {
      const stream = Stream.all.at(-1);
      if (isRefused && stream) stream.readyState = Stream.CLOSED;
      stream?.dispatchEvent(new Event('error'));
    },
    streams: () => Stream.all.map(({ url }) => url),
    see: () => {
      for (const { callback } of Observer.all) callback([{ isIntersecting: true }]);
    },
  };
}

/** Renders the page of request 7, whose thread contains the given messages. */
export async function renderThread(
  messages: () => Message[],
  {
    requestThreads = {},
    answers = {},
  }: { requestThreads?: Answers['requestThreads']; answers?: Answers } = {},
): Promise<RenderedThread> {
  const live = stubLive();
  const rendered = await renderScreen('/dashboard/requests/7', {
    identity: { viewer: () => ada },
    services: { cards: () => [], firstCards: () => [] },
    requests: { get: () => sampleRequestDetail({ status: 'in_progress' }) },
    ...answers,
    requestThreads: {
      ...emptyRequestThreads,
      page: ({ before, limit = 50 }) => {
        const older = messages().filter(({ id }) => before === undefined || id < Number(before));
        const rows = older.slice(-Number(limit));
        return { rows, before: older.length > rows.length ? (rows[0]?.id ?? null) : null };
      },
      saveDraft: ({ text, fileIds }) => ({ text, fileIds: fileIds ?? [] }),
      markRead: ({ messageId }) => ({ lastReadId: Number(messageId) }),
      ...requestThreads,
    },
  });
  return { ...rendered, ...live };
}
