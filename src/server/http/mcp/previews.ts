import { TRPCError } from '@trpc/server';
import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type Preview, previewMax } from '~/contract/proposed-changes/proposed-changes-schema';
import { type ProcedureDef, procedureAt, proceduresOf, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';
import { createRecordReader, fieldOf, nameOfRecord, paramsOf } from './record-reader';
import {
  changesOf,
  type Fields,
  isFields,
  type JsonSchema,
  leavesOf,
  shownFields,
} from './shown-fields';

/** Returns the JSON Schema of a procedure's input. */
export function inputSchemaOf({ inputs }: ProcedureDef): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(inputs[0] as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Removes the pattern if there is a format, which means the same in fewer words.
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return schema;
}

/**
 * Matches names of fields that previews omit, such as computed ones and lists of events, because they do not affect the
 * decision.
 */
const unshown = /^(id|createdAt|updatedAt|deletedAt|viewedAt|lastSeenAt|sessions|unread|.+Html)$/;
const isEvent = (value: unknown): boolean =>
  isFields(value) && ['createdAt', 'time'].some((name) => name in value);

/** Returns the part of a record that is shown to the person who confirms a change. */
function shownPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownPart);
  if (!isFields(value)) return value;
  const shown = Object.entries(value).filter(
    ([name, one]) => !unshown.test(name) && !(Array.isArray(one) && one.some(isEvent)),
  );
  return Object.fromEntries(shown.map(([name, one]) => [name, shownPart(one)]));
}

/**
 * Returns the part of a record that a path identifies, such as the payment in 'payments/{paymentId}' or the member in
 * 'members/{clientId}'.
 */
function partOf(record: unknown, name: string, id: unknown): Fields | undefined {
  const lists = isFields(record) ? Object.entries(record) : [];
  const rows = lists.flatMap(([list, value]) =>
    Array.isArray(value) ? value.filter(isFields).map((row) => ({ list, row })) : [],
  );
  const found =
    rows.find(({ list, row }) => list === name.replace(/Id$/, 's') && row.id === id) ??
    rows.find(({ row }) => row[name] === id);
  return found?.row;
}

/** Returns the values in an input or a record that may be ids, each with the path of its field. */
const idsIn = (value: unknown): [path: string, id: string | number][] =>
  leavesOf('', value).flatMap(([path, leaf]) =>
    [leaf]
      .flat()
      .flatMap((one): [string, string | number][] =>
        typeof one === 'string' || typeof one === 'number' ? [[path, one]] : [],
      ),
  );

/** Creates previews of calls, with their changes, for the person who confirms them. */
export function createPreviews(appRouter: RestRouter) {
  const procedures = new Map(proceduresOf(appRouter));
  const records = createRecordReader(appRouter);

  function definitionOf(procedure: string): ProcedureDef {
    const def = procedures.get(procedure);
    if (!def) throw new Error(`there is no procedure ${procedure}`);
    return def;
  }

  /**
   * Returns the record that an input identifies, if the user may read it; undefined for a new record, and for one in
   * the trash.
   *
   * @throws NOT_FOUND for an unknown record
   */
  async function recordOf(context: Context, procedure: string, input: Fields): Promise<unknown> {
    const def = definitionOf(procedure);
    const reader = records.readerOf(def);
    if (!reader) return undefined;
    try {
      return await records.read(context, reader, input);
    } catch (error) {
      const isMissing = error instanceof TRPCError && error.code === 'NOT_FOUND';
      if (isMissing && def.meta?.openapi?.path.endsWith('/restore')) return undefined;
      throw error;
    }
  }

  /**
   * Returns a function that formats an id with the name of its record, such as 'Ada Lovelace (ID 12)'; undefined for
   * other values.
   *
   * @throws NOT_FOUND for an id in the input that does not exist
   */
  async function namesOf(context: Context, def: ProcedureDef, input: Fields, before: Fields) {
    const own = records.readerOf(def);
    const names = new Map<string, string>();
    const add = async ([path, id]: [string, string | number], isGiven: boolean) => {
      const reader = records.readerOfId(path, own);
      if (!reader || names.has(`${reader.name} ${id}`)) return;
      const record = await records.read(context, reader, { id }).catch((error: unknown) => {
        if (isGiven) throw error;
      });
      names.set(`${reader.name} ${id}`, nameOfRecord(record));
    };
    for (const one of idsIn(input)) await add(one, true);
    for (const one of idsIn(before)) await add(one, false);
    return (path: string, value: unknown): string | undefined => {
      const reader = records.readerOfId(path, own);
      const name = reader && names.get(`${reader.name} ${value}`);
      return name && `${name} (ID ${value})`;
    };
  }

  /** Returns the current and the new values of a call whose input does not contain the new values. */
  async function comparedStates(context: Context, { meta }: ProcedureDef, input: Fields) {
    if (!meta?.comparedBy) return { before: null, after: {} };
    const compare = procedureAt(appRouter.createCaller(context), meta.comparedBy);
    return (await compare(input)) as { before: Fields | null; after: Fields };
  }

  return {
    recordOf,

    /**
     * Returns a key for the record that an input identifies, such as 'admin.invoices.get 12'; empty for a new record.
     */
    keyOf(procedure: string, input: Fields): string {
      const reader = records.readerOf(definitionOf(procedure));
      if (!reader) return '';
      const { name, params, isList } = reader;
      return [name, ...(isList ? ['id'] : params).map((param) => input[param])].join(' ');
    },

    /**
     * Returns the preview of a call before it runs: every value that it sets, and the current record.
     *
     * @param user whose permissions determine which records can be read, so that everyone who confirms sees the same
     * preview
     * @throws PAYLOAD_TOO_LARGE if the preview is too long to be read
     */
    async of(
      { user, ...caller }: Omit<Context, 'user'> & { user: CurrentUser },
      procedure: string,
      input: Fields,
    ): Promise<Preview> {
      const context = { ...caller, user };
      const def = definitionOf(procedure);
      const { method, path = '', summary = procedure, description = '' } = def.meta?.openapi ?? {};
      const isPut = method === 'PUT';
      const isDeletion = method === 'DELETE';
      const record = await recordOf(context, procedure, input);

      const own = records.readerOf(def)?.params ?? [];
      const addressed = paramsOf(path);
      /** Parameters that identify the part of the record. */
      const inner = addressed.filter((name) => name !== 'id' && !own.includes(name));
      const parts = inner.map((name) => partOf(record, name, input[name]));
      const stateOf = (name: string) => {
        if (!isPut) return undefined;
        return inner.length > 0 ? parts[0]?.[name] : fieldOf(record, name);
      };
      const replaced = await comparedStates(context, def, input);
      const given = [
        ...Object.entries(input).filter(([name]) => !addressed.includes(name)),
        ...Object.entries(replaced.after),
      ];
      const before = Object.fromEntries(
        given.map(([name]) => [name, replaced.before?.[name] ?? stateOf(name)]),
      );
      const inWords = await namesOf(context, def, input, before);
      const { properties = {} } = inputSchemaOf(def) as { properties?: Fields };
      const changes = [
        ...inner.map((field, at) => {
          const name = inWords(field, input[field]) || nameOfRecord(parts[at]);
          const text = name || `ID ${input[field]}`;
          return { field, before: text, after: isDeletion ? null : text };
        }),
        ...given.flatMap(([name, after]) =>
          changesOf(name, { before: before[name], after }, properties[name] ?? {}, inWords),
        ),
      ];
      const isWhole = isDeletion && inner.length === 0;
      const fields = shownFields(shownPart(record), () => undefined).filter(
        ({ field }) =>
          !isPut || inner.length > 0 || !Object.hasOwn(before, field.split('.')[0] ?? ''),
      );
      const keys = own.filter((name) => name !== 'id').map((name) => String(input[name]));
      const about = [...keys, nameOfRecord(record)].filter(Boolean).join(' · ');
      const preview = {
        summary,
        description,
        about: about || (input.id === undefined ? '' : `ID ${input.id}`),
        changes: isWhole
          ? [
              ...changes,
              ...fields.map(({ field, value }) => ({ field, before: value, after: null })),
            ]
          : changes,
        record: isWhole ? [] : fields,
      };
      const length = JSON.stringify([preview.changes, preview.record]).length;
      if (length > previewMax) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          `A person could not read this change: with its record it has ${length} characters, and ${previewMax} at most can be shown. Please propose it in smaller parts.`,
        );
      }
      return preview;
    },
  };
}

export type Previews = ReturnType<typeof createPreviews>;
