import { TRPCError } from '@trpc/server';
import { z } from 'zod';

import { AppError, changedMeanwhile } from '~/contract/common/errors';
import { may } from '~/contract/identity/permissions';
import type { ProposedChanges } from '~/server/features/proposed-changes/proposed-changes.service';
import { type ProcedureDef, procedureAt, proceduresOf, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import { createPreviews, inputSchemaOf } from './previews';
import { fieldOf } from './record-reader';
import type { Fields } from './shown-fields';

/** A procedure of the panel that has a REST path, and is therefore offered to agents as a tool. */
export interface Tool {
  name: string;
  /** Full name of the procedure, such as 'admin.quotes.list'. */
  procedure: string;
  def: ProcedureDef;
}

interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/**
 * Matches routers whose responses contain only text by the agency. Responses of all other routers may contain text by
 * strangers.
 */
const ownWords =
  /^admin\.(services|portfolio|blog|customPages|forms|plans|settings|replyTemplates|proposalTemplates)\./;

/**
 * Creates the tools of a router. Like REST, the tools are derived from the router's procedures. Their names are the
 * operation ids of OpenAPI.
 */
export function createTools(
  appRouter: RestRouter,
  { proposedChanges }: { proposedChanges: Pick<ProposedChanges, 'propose' | 'waitsFor'> },
) {
  const previews = createPreviews(appRouter);
  const tools = new Map<string, Tool>(
    proceduresOf(appRouter)
      .filter(([, { meta }]) => meta?.permission && meta.openapi?.path.startsWith('/admin/'))
      .map(([procedure, def]) => {
        const name = procedure.replaceAll('.', '-');
        return [name, { name, procedure, def }];
      }),
  );
  const descriptions = new Map<string, ToolDescription>();
  const described = (tool: Tool): ToolDescription => {
    const known = descriptions.get(tool.name) ?? describe(tool);
    descriptions.set(tool.name, known);
    return known;
  };

  /**
   * Returns the caller's context without the key's limits, because the person who confirms a change can see its record
   * even if the key cannot read it.
   */
  function asMaker(context: Context) {
    const { apiKey: _, ...user } = permitted(context.user, 'panel.open');
    return { ...context, user };
  }

  async function propose(context: Context, tool: Tool, input: Fields) {
    const { procedure, def } = tool;
    const permission = def.meta?.permission ?? 'panel.open';
    const preview = await previews.of(asMaker(context), procedure, input);
    const record = previews.keyOf(procedure, input);
    const { id, summary, expiresAt } = await proposedChanges.propose(
      permitted(context.user, permission),
      { procedure, input, permission, record, preview },
    );
    return {
      status: 'waiting_for_confirmation',
      message:
        'Nothing was changed yet. A person confirms or rejects this change in the panel, under Settings, Integrations.',
      proposedChange: { id, summary, expiresAt },
    };
  }

  /**
   * Decides whether a mutation runs without confirmation. By default, mutations need confirmation (see `atOnce` in the
   * metadata), and so does a PUT to a record with an open change.
   *
   * @returns input to add: for a PUT, the version of the record on which the decision is based, so that a record that
   *   changes in between is not overwritten; undefined if the mutation needs confirmation
   *
   * @throws CONFLICT if the agent has read another version
   */
  async function versionAtOnce(
    context: Context,
    { procedure, def }: Tool,
    input: Fields,
  ): Promise<{ expectedUpdatedAt?: unknown } | undefined> {
    const { atOnce, openapi } = def.meta ?? {};
    if (typeof atOnce !== 'function') return atOnce && {};
    if (openapi?.method !== 'PUT') return atOnce(input, undefined) ? {} : undefined;
    if (await proposedChanges.waitsFor(previews.keyOf(procedure, input))) return undefined;
    const record = await previews.recordOf(asMaker(context), procedure, input);
    if (!atOnce(input, record)) return undefined;
    const expectedUpdatedAt = fieldOf(record, 'updatedAt');
    if ((input.expectedUpdatedAt ?? expectedUpdatedAt) !== expectedUpdatedAt) {
      throw new AppError('CONFLICT', changedMeanwhile);
    }
    return { expectedUpdatedAt };
  }

  return {
    /** Returns the tools that the caller may call. */
    list: ({ user }: Context): ToolDescription[] =>
      [...tools.values()]
        .filter(({ def }) => user && def.meta?.permission && may(user, def.meta.permission))
        .map(described),

    isUntrusted,

    find: (name: string): Tool | undefined => tools.get(name),

    /** Calls a procedure in the same way as REST, or stores the call for confirmation. @throws TRPCError */
    async call(
      context: Context,
      tool: Tool,
      given: Fields,
    ): Promise<{ answer: unknown; isUntrusted: boolean }> {
      const { procedure, def } = tool;
      const { permission } = def.meta ?? {};
      if (permission) permitted(context.user, permission);
      const isEmpty = Object.keys(given).length === 0 && takesNothing(def);
      let input = isEmpty ? undefined : given;
      if (def.type === 'mutation') {
        const version = await versionAtOnce(context, tool, parsed(def, input));
        if (!version) return { answer: await propose(context, tool, given), isUntrusted: false };
        input &&= { ...input, ...version };
      }
      const answer = await procedureAt(appRouter.createCaller(context), procedure)(input);
      return { answer, isUntrusted: isUntrusted(tool) };
    },
  };
}

/** Returns whether a tool's response may contain text by strangers. */
const isUntrusted = ({ procedure }: Tool): boolean => !ownWords.test(procedure);

export type Tools = ReturnType<typeof createTools>;

const takesNothing = ({ inputs }: ProcedureDef) =>
  inputs.every((schema) => schema instanceof z.ZodVoid);

/** Parses the input. @throws the same error as the procedure for an invalid input */
function parsed({ inputs }: ProcedureDef, input: unknown): Fields {
  const result = (inputs[0] as z.ZodType | undefined)?.safeParse(input);
  if (result && !result.success) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause: result.error });
  }
  return (result?.data ?? {}) as Fields;
}

function describe({ name, def }: Tool): ToolDescription {
  const { openapi, atOnce } = def.meta ?? {};
  const isQuery = def.type === 'query';
  const waits =
    isQuery || atOnce === true ? '' : waiting[typeof atOnce === 'function' ? 'some' : 'all'];
  return {
    name,
    title: openapi?.summary ?? name,
    description: [openapi?.summary, openapi?.description, waits].filter(Boolean).join('. '),
    inputSchema: jsonSchemaOf(def),
    annotations: {
      readOnlyHint: isQuery,
      destructiveHint: !isQuery && atOnce !== true,
      idempotentHint: openapi?.method !== 'POST',
      openWorldHint: false,
    },
  };
}

const waiting = {
  all: 'Waits for a person’s confirmation',
  some: 'Waits for a person’s confirmation, except for drafts and internal notes',
};

function jsonSchemaOf(def: ProcedureDef): ToolDescription['inputSchema'] {
  return takesNothing(def)
    ? { type: 'object', ...{ additionalProperties: false } }
    : { ...inputSchemaOf(def), type: 'object' };
}
