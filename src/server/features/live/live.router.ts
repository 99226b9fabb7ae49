import { z } from 'zod';

import { AppError, signedOut } from '~/contract/common/errors';
import { type LiveChange, liveStreamSchema } from '~/contract/live/live-schema';
import { authedProcedure, permitted, router } from '~/server/platform/trpc/trpc';
import type { Live } from './live.service';

export const createLiveRouter = ({ live }: { live: Live }) =>
  router({
    /** Streams changes of records that the caller can see. */
    changes: authedProcedure
      .input(liveStreamSchema)
      .output(z.custom<AsyncIterable<LiveChange>>())
      .subscription(async ({ ctx: { user, visit }, input = {}, signal }) => {
        const { session } = visit;
        if (!session) throw signedOut();
        if (input.isPanel) {
          return live.ofPanel(permitted(user, 'panel.open'), input, { session, signal });
        }
        // An admin gets here if the page was opened in a view as a client that has ended since then.
        if (user.isAdmin) throw new AppError('FORBIDDEN', 'Admins have the stream of the panel');
        const endsAt = user.clientView ? new Date(user.clientView.endsAt) : session.expiresAt;
        const expiresAt = endsAt < session.expiresAt ? endsAt : session.expiresAt;
        return live.ofClient(user, input, { session: { ...session, expiresAt }, signal });
      }),
  });
