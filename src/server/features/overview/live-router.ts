import { z } from 'zod';

import { signedOut } from '~/contract/common/errors';
import { can } from '~/contract/identity/permissions';
import type { Identity } from '~/server/features/identity/identity.service';
import type { PanelStream } from '~/server/platform/events/panel-stream';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

export const createLiveRouter = ({
  identity,
  panelStream,
}: {
  identity: Identity;
  panelStream: PanelStream;
}) =>
  router({
    /** Streams the names of changed tables while the panel is open. */
    changes: adminProcedure('panel.open')
      .input(z.void())
      .output(z.custom<AsyncIterable<string>>())
      .subscription(({ ctx, signal }) => {
        const { session } = ctx.visit;
        if (!session) throw signedOut();
        return panelStream.changes(signal, {
          expiresAt: session.expiresAt,
          isValid: async () =>
            can((await identity.sessions.read(session.token))?.user.role, 'panel.open'),
        });
      }),
  });
