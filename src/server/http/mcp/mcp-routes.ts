import type { TRPCError } from '@trpc/server';
import { Hono } from 'hono';

import { AppError } from '~/contract/common/errors';
import type { ProposedChanges } from '~/server/features/proposed-changes/proposed-changes.service';
import { mcpPath, refuseKey } from '~/server/http/api-key-calls';
import { refuse } from '~/server/http/error-responses';
import type { HonoContext, RequestEnv } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';
import { createResources, type ResourceOptions } from './resources';
import { createTools } from './tools';

const oldestVersion = '2025-06-18';

/** Serves `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions, for API keys. */
export function createMcpRoutes(
  options: ResourceOptions & {
    proposedChanges: Pick<ProposedChanges, 'propose' | 'waitsFor'>;
    createContext(c: HonoContext): Promise<Context>;
    onError(error: TRPCError, c: HonoContext, procedure: string): void;
  },
): Hono<RequestEnv> {
  const { appRouter, createContext, onError } = options;
  const tools = createTools(appRouter, options);
  const resources = createResources(options);
  const routes = new Hono<RequestEnv>();

  routes.post(mcpPath, async (c) => {
    if (!c.get('caller')) {
      return refuseKey(c, 'Please send an API key as Authorization: Bearer KEY');
    }
    const given = c.req.header('mcp-protocol-version');
    if (given !== undefined && given < oldestVersion) {
      throw new AppError('BAD_REQUEST', `Protocol versions from ${oldestVersion} on are supported`);
    }
    const message = withKnownVersion(await readMessage(c));
    // Imported with the first call, so that startup does not wait for it.
    const { answerMcp } = await import('./mcp-server');
    return answerMcp(c.req.raw, message, await createContext(c), {
      tools,
      resources,
      onError: (error, procedure) => onError(error, c, procedure),
    });
  });
  // Rejects other methods, because there are no sessions, and no streams to which a client could listen.
  routes.all(mcpPath, () =>
    refuse(mcpPath, 'METHOD_NOT_SUPPORTED', { headers: { Allow: 'POST' } }),
  );
  return routes;
}

/** Reads a single message, because the protocol no longer has batches. */
async function readMessage(c: HonoContext): Promise<object> {
  const parsed: unknown = await c.req.json().catch(() => undefined);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new AppError('BAD_REQUEST', 'Please send one JSON-RPC message');
}

/** Replaces the protocol version of a client that requests an earlier one by the oldest supported version. */
function withKnownVersion(message: object): object {
  const { method, params } = message as {
    method?: unknown;
    params?: { protocolVersion?: unknown };
  };
  const asked = params?.protocolVersion;
  if (method !== 'initialize' || typeof asked !== 'string' || asked >= oldestVersion)
    return message;
  return { ...message, params: { ...params, protocolVersion: oldestVersion } };
}
