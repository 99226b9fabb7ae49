import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  apiKeySchema,
  createdApiKeySchema,
  newApiKeySchema,
} from '~/contract/identity/api-keys-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Identity } from './identity.service';

const rest = adminRest('/admin/api-keys');

export const createApiKeysRouter = ({ identity }: { identity: Pick<Identity, 'apiKeys'> }) =>
  router({
    list: adminProcedure('apiKeys.read')
      .meta(rest.list('API keys, newest first'))
      .input(z.void())
      .output(z.array(apiKeySchema))
      .query(() => identity.apiKeys.list()),

    create: adminProcedure('apiKeys.write')
      .meta(rest.create('Create an API key, which is shown once'))
      .input(newApiKeySchema)
      .output(createdApiKeySchema)
      .mutation(({ ctx, input }) => identity.apiKeys.create(ctx.user, input)),

    revoke: adminProcedure('apiKeys.write')
      .meta(rest.remove('Revoke an API key at once'))
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input }) => identity.apiKeys.revoke(ctx.user, input.id)),
  });
