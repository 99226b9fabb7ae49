import { isDeepStrictEqual } from 'node:util';

import type { Caller } from '~/contract/identity/api-keys';
import { may } from '~/contract/identity/permissions';
import type { LiveChange, LiveStreamInput } from '~/contract/live/live-schema';
import { membershipOf } from '~/server/features/companies/ownership';
import type { Identity } from '~/server/features/identity/identity.service';
import {
  asAgency,
  asClient,
  visibleRequest,
} from '~/server/features/request-threads/request-threads.rows';
import type { Database } from '~/server/platform/db/client';
import type { Announcement, LiveStream } from '~/server/platform/events/live-stream';
import type { Presence } from '~/server/platform/events/presence';
import { clientTopics, panelTopics, personalTopic } from './topics';

interface Opening {
  session: { token: string; expiresAt: Date };
  signal: AbortSignal | undefined;
}

/** Creates streams, one for each open screen, with the changes that a client or an admin in the panel can see. */
export function createLive(
  db: Database,
  options: { identity: Pick<Identity, 'sessions'>; stream: LiveStream; presence: Presence },
) {
  const { identity, stream, presence } = options;

  const clientStanding = async ({ id }: Caller) => ({ id, membership: await membershipOf(db, id) });
  const adminStanding = ({ id, role, clientView }: Caller) => ({
    id: clientView?.admin.id ?? id,
    role: clientView ? clientView.admin.role : role,
  });

  function isHeardByClient(
    { id, membership }: Awaited<ReturnType<typeof clientStanding>>,
    { topic, owner, person }: Announcement,
  ): boolean {
    if (topic === personalTopic) return person === id;
    const right = clientTopics[topic];
    if (!right || !owner) return false;
    if (owner.companyId === null) return owner.userId === id;
    return membership?.companyId === owner.companyId && membership.rights.includes(right);
  }

  function isHeardByAdmin(
    { id, role }: ReturnType<typeof adminStanding>,
    { topic, person }: Announcement,
  ): boolean {
    if (topic === personalTopic) return person === id;
    const permission = panelTopics[topic];
    return permission !== undefined && may({ role }, permission);
  }

  /** Streams changes while the session still has the rights with which the stream started. */
  function follow<Standing extends { id: string }>(
    { session, signal }: Opening,
    options: {
      standing: Standing;
      accounts: string[];
      standingOf(visitor: Caller): Standing | Promise<Standing>;
      hears(standing: Standing, announcement: Announcement): boolean;
    },
  ): AsyncGenerator<LiveChange> {
    const { standing, accounts, standingOf, hears } = options;
    return stream.follow({
      signal,
      expiresAt: session.expiresAt,
      accounts: new Set(accounts),
      hears: (announcement) => hears(standing, announcement),
      isUnchanged: async () => {
        const visitor = (await identity.sessions.read(session.token))?.visitor;
        return visitor !== undefined && isDeepStrictEqual(await standingOf(visitor), standing);
      },
    });
  }

  async function* whilePresent(
    userId: string,
    requestId: number,
    changes: AsyncGenerator<LiveChange>,
  ): AsyncGenerator<LiveChange> {
    const close = await presence.open(userId, requestId);
    try {
      yield* changes;
    } finally {
      // Ignores an error: if the database is unavailable, the row stays until this instance ends, after which the row
      // no longer counts.
      await close().catch(() => {});
    }
  }

  return {
    /**
     * Streams changes of the client's records, and of the company's records that the client's rights cover, without
     * internal messages.
     *
     * @throws NOT_FOUND for another client's thread
     */
    async ofClient(
      user: Caller,
      { openRequestId }: LiveStreamInput,
      opening: Opening,
    ): Promise<AsyncGenerator<LiveChange>> {
      // Checks the thread before the stream starts, because later errors have no HTTP status.
      if (openRequestId) await visibleRequest(db, asClient(user), openRequestId);
      const { clientView } = user;
      const changes = follow(opening, {
        standing: await clientStanding(user),
        accounts: [user.id, ...(clientView ? [clientView.admin.id] : [])],
        standingOf: clientStanding,
        hears: isHeardByClient,
      });
      // The client does not count as present if an admin views the site as the client.
      return openRequestId && !clientView ? whilePresent(user.id, openRequestId, changes) : changes;
    },

    /** Streams the changes that the admin is permitted to see. */
    async ofPanel(
      admin: Caller,
      { openRequestId }: LiveStreamInput,
      opening: Opening,
    ): Promise<AsyncGenerator<LiveChange>> {
      const isPresent = openRequestId !== undefined && may(admin, 'requests.read');
      if (isPresent) await visibleRequest(db, asAgency(admin), openRequestId);
      const changes = follow(opening, {
        standing: adminStanding(admin),
        accounts: [admin.id],
        standingOf: adminStanding,
        hears: isHeardByAdmin,
      });
      return isPresent ? whilePresent(admin.id, openRequestId, changes) : changes;
    },
  };
}

export type Live = ReturnType<typeof createLive>;
