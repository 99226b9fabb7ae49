import { setMaxListeners } from 'node:events';

import pLimit from 'p-limit';

import { allChanged, type LiveChange } from '~/contract/live/live-schema';

/** A change as PostgreSQL announces it. */
export interface Announcement {
  topic: string;
  id?: number | string;
  /** Who owns the record, for changes that its owner may know of. */
  owner?: { userId: string | null; companyId: number | null } | null;
  /** The user whom it is about, for changes that only this user's screens show. */
  person?: string;
}

export interface Follower {
  signal: AbortSignal | undefined;
  expiresAt: Date;
  /** The ids of the user whom the screens show, and of the admin who views them. */
  accounts: ReadonlySet<string>;
  /** Whether the follower may know of it. */
  hears(announcement: Announcement): boolean;
  /** Whether the session and all rights are what they were when the stream began. */
  isUnchanged(): Promise<boolean>;
}

/** Tables whose rows decide who may hear what. */
const accountTopics = new Set(['users', 'sessions']);
/** A timer takes 24 days at most. */
const timerMaxMs = 2 ** 31 - 1;

/** Passes announcements of all instances on to open screens. */
export function createLiveStream() {
  const followers = new Set<{ follower: Follower; add(change?: LiveChange): void }>();
  const ending = new AbortController();
  // One listener for each open screen.
  setMaxListeners(0, ending.signal);
  /** Many streams are checked at once after the announcements were interrupted. */
  const checks = pLimit(8);

  return {
    publish(announcement: Announcement): void {
      const { topic, id = null, person } = announcement;
      for (const { follower, add } of followers) {
        if (accountTopics.has(topic) && person !== undefined && follower.accounts.has(person)) {
          add();
        }
        if (follower.hears(announcement)) add({ topic, id });
      }
    },

    /** After the connection was lost: what was announced meanwhile is not known. */
    resync(): void {
      for (const { add } of followers) {
        add();
        add(allChanged);
      }
    },

    /**
     * Yields the changes that the follower may know of until the signal aborts, the server stops, the session ends or a right changes. Listens
     * from this call on. An idle follower makes no queries.
     */
    follow(follower: Follower): AsyncGenerator<LiveChange> {
      const left = Math.max(0, follower.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([
        ending.signal,
        AbortSignal.timeout(Math.min(left, timerMaxMs)),
        ...(follower.signal ? [follower.signal] : []),
      ]);
      /** Equal changes that a slow reader has not taken yet are sent once. */
      const pending = new Map<string, LiveChange>();
      // The session may have ended before this listened.
      let isCheckDue = true;
      let wake = () => {};
      const entry = {
        follower,
        add(change?: LiveChange) {
          if (change) pending.set(`${change.topic} ${change.id}`, change);
          else isCheckDue = true;
          wake();
        },
      };
      followers.add(entry);
      until.addEventListener('abort', () => {
        followers.delete(entry);
        wake();
      });
      if (until.aborted) followers.delete(entry);

      async function* changes() {
        try {
          while (!until.aborted) {
            if (isCheckDue) {
              isCheckDue = false;
              if (!(await checks(follower.isUnchanged))) return;
            } else if (pending.size > 0) {
              const sent = [...pending.values()];
              pending.clear();
              yield* sent;
            } else {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
            }
          }
        } finally {
          followers.delete(entry);
        }
      }
      return changes();
    },

    /** Open streams of this instance. */
    openCount: (): number => followers.size,

    /** Ends every stream, so that a stopping server does not wait for them. */
    end(): void {
      ending.abort();
    },
  };
}

export type LiveStream = ReturnType<typeof createLiveStream>;
