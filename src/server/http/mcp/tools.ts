import { TRPCError } from '@trpc/server';
import { z } from 'zod';

import { may } from '~/contract/identity/permissions';
import type { ChangedField } from '~/contract/proposed-changes/proposed-changes-schema';
import type { ProposedChanges } from '~/server/features/proposed-changes/proposed-changes.service';
import { type ProcedureDef, procedureAt, proceduresOf, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';

/** A procedure of the panel with a REST path, as an agent sees it. */
export interface Tool {
  name: string;
  /** The procedure's full name, such as 'admin.quotes.list'. */
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

/** Routers whose answers hold nothing but the agency's own words. What others answer may be written by strangers. */
const ownWords =
  /^admin\.(services|portfolio|blog|ownPages|forms|plans|settings|replyTemplates|proposalTemplates)\./;

/** The tools of a router: derived from its procedures, as REST is, under the names that OpenAPI gives its operations. */
export function createTools(
  appRouter: RestRouter,
  { proposedChanges }: { proposedChanges: Pick<ProposedChanges, 'propose'> },
) {
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

  /** The query that reads the records of a path, such as 'admin.quotes.get' for '/admin/quotes/{id}/messages'. */
  function readerOf({ def }: Tool): [name: string, def: ProcedureDef] | undefined {
    const [base] = def.meta?.openapi?.path.split('/{') ?? [];
    const ofBase = [...tools.values()].filter((one) => one.def.meta?.openapi?.path === base);
    const names = ofBase.map(({ procedure }) => procedure.replace(/\.\w+$/, '.get'));
    return proceduresOf(appRouter).find(([name]) => names.includes(name));
  }

  /**
   * The record that an input names, before the change, for the person who confirms it: what its creator may read, whatever the key may. Undefined
   * where there is none.
   */
  async function recordOf(context: Context, tool: Tool, input: Record<string, unknown>) {
    const { apiKey: _, ...user } = permitted(context.user, 'panel.open');
    const [name, { meta, inputs }] = readerOf(tool) ?? ['', { inputs: [] }];
    const named = { id: input.id };
    const takesId = (inputs[0] as z.ZodType | undefined)?.safeParse(named).success;
    if (!meta?.permission || !takesId || !may(user, meta.permission)) return undefined;
    const get = procedureAt(appRouter.createCaller({ ...context, user }), name);
    return get(named).catch((error: unknown) => {
      // A record in the trash may be restored.
      if (tool.def.meta?.openapi?.method === 'POST' && isMissing(error)) return undefined;
      throw error;
    });
  }

  async function propose(context: Context, tool: Tool, input: Record<string, unknown>) {
    const record = await recordOf(context, tool, input);
    const { id, summary, expiresAt } = await proposedChanges.propose(
      permitted(context.user, 'panel.open'),
      {
        procedure: tool.procedure,
        input,
        summary: tool.def.meta?.openapi?.summary ?? tool.name,
        about: nameOfRecord(record) || (input.id === undefined ? '' : `ID ${input.id}`),
        changes: changesOf(tool, record, input),
      },
    );
    return {
      status: 'waiting_for_confirmation',
      message:
        'Nothing was changed yet. A person confirms or rejects this change in the panel, under Settings, Integrations.',
      proposedChange: { id, summary, expiresAt },
    };
  }

  return {
    /** Exactly the tools that the caller may call. */
    list: ({ user }: Context): ToolDescription[] =>
      [...tools.values()]
        .filter(({ def }) => user && def.meta?.permission && may(user, def.meta.permission))
        .map(described),

    find: (name: string): Tool | undefined => tools.get(name),

    /** Calls a procedure as REST does, or stores what a person has to confirm. @throws TRPCError */
    async call(
      context: Context,
      tool: Tool,
      given: Record<string, unknown>,
    ): Promise<{ answer: unknown; isUntrusted: boolean }> {
      const { procedure, def } = tool;
      const { permission } = def.meta ?? {};
      if (permission) permitted(context.user, permission);
      const input = Object.keys(given).length === 0 && takesNothing(def) ? undefined : given;
      if (def.type === 'mutation' && !isAtOnce(def, parsed(def, input))) {
        return { answer: await propose(context, tool, given), isUntrusted: false };
      }
      const answer = await procedureAt(appRouter.createCaller(context), procedure)(input);
      return { answer, isUntrusted: !ownWords.test(procedure) };
    },
  };
}

export type Tools = ReturnType<typeof createTools>;

const isMissing = (error: unknown): boolean =>
  error instanceof TRPCError && error.code === 'NOT_FOUND';

const takesNothing = ({ inputs }: ProcedureDef) =>
  inputs.every((schema) => schema instanceof z.ZodVoid);

/** Whether a mutation runs without confirmation. By default, none does: see `atOnce` in the metadata. */
function isAtOnce({ meta }: ProcedureDef, input: Record<string, unknown>): boolean {
  const atOnce = meta?.atOnce;
  return typeof atOnce === 'function' ? atOnce(input) : atOnce === true;
}

/** @throws as the call of the procedure would for an invalid input */
function parsed({ inputs }: ProcedureDef, input: unknown): Record<string, unknown> {
  const result = (inputs[0] as z.ZodType | undefined)?.safeParse(input);
  if (result && !result.success) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause: result.error });
  }
  return (result?.data ?? {}) as Record<string, unknown>;
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
  if (takesNothing(def)) return { type: 'object', ...{ additionalProperties: false } };
  const { $schema: _, ...schema } = z.toJSONSchema(def.inputs[0] as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format says it, in fewer words.
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return { ...schema, type: 'object' };
}

const textMax = 2_000;

function inText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
  return text.length > textMax ? `${text.slice(0, textMax)}…`.toWellFormed() : text;
}

/** The objects in which an answer may hold the fields of its record: the answer itself, and what it wraps. */
function partsOf(record: unknown): Record<string, unknown>[] {
  if (typeof record !== 'object' || record === null) return [];
  const inner = Object.values(record).filter(
    (part) => typeof part === 'object' && part !== null && !Array.isArray(part),
  );
  return [record, ...inner] as Record<string, unknown>[];
}

const fieldOf = (record: unknown, name: string): unknown =>
  partsOf(record).find((part) => Object.hasOwn(part, name))?.[name];

/** Such as 'INV-0012 · Orlanda Pier Works · 1000.00'. */
const nameOfRecord = (record: unknown): string =>
  ['number', 'title', 'name', 'subject', 'email', 'total']
    .map((name) => fieldOf(record, name))
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ')
    .slice(0, 200)
    .toWellFormed();

/** Fields of a deleted record that are shown: the first short ones, to recognize it by. */
const shownMax = 6;
const shortMax = 160;
const unshown = new Set(['id', 'slug', 'createdAt', 'updatedAt']);

/** Each given field with its value before; for a deletion, fields that recognize the record. */
function changesOf(tool: Tool, record: unknown, input: Record<string, unknown>): ChangedField[] {
  const { method, path = '' } = tool.def.meta?.openapi ?? {};
  if (method === 'DELETE' && path.endsWith('/{id}')) {
    const [shown = {}] = partsOf(record);
    const lost = Object.entries(shown).flatMap(([field, value]) => {
      const before = typeof value === 'object' || unshown.has(field) ? null : inText(value);
      return before === null || before.length > shortMax ? [] : [{ field, before, after: null }];
    });
    return lost.slice(0, shownMax);
  }
  const given = Object.entries(input).filter(([name]) => name !== 'id');
  return given.map(([field, value]) =>
    method === 'DELETE'
      ? { field, before: inText(value), after: null }
      : { field, before: inText(fieldOf(record, field)), after: inText(value) },
  );
}
