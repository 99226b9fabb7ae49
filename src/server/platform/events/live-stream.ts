import { setMaxListeners } from 'node:events';

import pLimit from 'p-limit';

import { allChanged, type LiveChange } from '~/contract/live/live-schema';

/** Notification of a change, as PostgreSQL sends it. */
export interface Announcement {
  topic: string;
  id?: number | string;
  /** Owner of the record; missing if the owner cannot see the change. */
  owner?: { userId: string | null; companyId: number | null } | null;
  /** User whom the change concerns, if only this user's screens show it. */
  person?: string;
}

export interface Follower {
  signal: AbortSignal | undefined;
  expiresAt: Date;
  /** Ids of the user whose data the screens show, and of the admin if one views the site as this user. */
  accounts: ReadonlySet<string>;
  /** Returns whether the follower can see the change. */
  hears(announcement: Announcement): boolean;
  /** Returns whether session and rights are unchanged since the stream started. */
  isUnchanged(): Promise<boolean>;
}

/** Tables whose changes affect who can see which changes. */
const accountTopics = new Set(['users', 'sessions']);
/** Maximum delay of a timer, which is 24 days. */
const timerMaxMs = 2 ** 31 - 1;

/** Forwards changes of all instances to open screens. */
export function createLiveStream() {
  const followers = new Set<{ follower: Follower; add(change?: LiveChange): void }>();
  const ending = new AbortController();
  // Removes the limit of listeners, because each open screen adds one.
  setMaxListeners(0, ending.signal);
  /** Limits concurrent checks, because all streams are checked after the connection was interrupted. */
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

    /** Reports that everything may have changed, because notifications are lost while the connection is down. */
    resync(): void {
      for (const { add } of followers) {
        add();
        add(allChanged);
      }
    },

    /**
     * Yields the changes that the follower can see, until the signal aborts, the server stops, the session ends or a
     * right changes. Starts listening immediately when called. An idle follower causes no queries.
     */
    follow(follower: Follower): AsyncGenerator<LiveChange> {
      const left = Math.max(0, follower.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([
        ending.signal,
        AbortSignal.timeout(Math.min(left, timerMaxMs)),
        ...(follower.signal ? [follower.signal] : []),
      ]);
      /** Changes that a slow reader has not received yet, each only once. */
      const pending = new Map<string, LiveChange>();
      // Checks first, because the session may have ended before this call began to listen.
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

    /** Returns the number of open streams of this instance. */
    openCount: (): number => followers.size,

    /** Ends every stream, so that a stopping server does not wait for them. */
    end(): void {
      ending.abort();
    },
  };
}

export type LiveStream = ReturnType<typeof createLiveStream>;
