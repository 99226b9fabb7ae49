import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { statementBytesMax } from '~/contract/bank/bank';
import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { AppError, errorStatus } from '~/contract/common/errors';
import { isStorable } from '~/contract/common/text-schema';
import { encodingNames, type TextEncoding } from '~/contract/values/text-encodings';
import type { Bank } from '~/server/features/bank/bank.feature';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import { sha256 } from '~/server/features/identity/tokens';
import { errorBody } from '~/server/platform/errors';
import { strictly } from '~/server/platform/strict-schema';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';
import { runOnce } from './run-once';

/** Separate path, because bank files exceed the maximum size of JSON bodies. */
export const bankStatementsPath = '/api/admin/bank-statements';
export const bankPreviewPath = `${bankStatementsPath}/preview`;

const permission = 'invoices.write';

const nameMax = 200;

/**
 * Serves `POST /api/admin/bank-statements`, which imports `file`, with `mapping` as the columns of a table. `…/preview`
 * reads a table in the same way without storing it.
 */
export function createBankRoutes(options: {
  bank: Pick<Bank, 'importFile' | 'preview'>;
  requestKeys: Pick<RequestKeys, 'once'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { bank } = options;
  const routes = new Hono<RequestEnv>();

  async function receive(c: HonoContext) {
    const context = await options.createContext(c);
    const actor = permitted(context.user, permission);
    await context.rateLimits.consume('uploadsOfAdmin', actor.id, 'Too many files at once.');
    const form = await formOf(c);
    const file = form.get('file');
    if (!file || typeof file === 'string') {
      throw new AppError('BAD_REQUEST', 'Please send one file, in the field “file”');
    }
    if (file.size > statementBytesMax) {
      const megabytes = statementBytesMax / 1_000_000;
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `A statement is ${megabytes} MB at most. Please export shorter spans of days.`,
      );
    }
    const name = isStorable(file.name) ? file.name.slice(0, nameMax) : '';
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { context, actor, file: { bytes, name: name || 'A statement' }, form };
  }

  routes.post('/admin/bank-statements', (c) =>
    withIssues(c, async () => {
      const { context, actor, file, form } = await receive(c);
      const mapping = mappingIn(form);
      const request = { path: c.req.path, mapping, content: sha256(file.bytes) };
      const imported = await runOnce(options.requestKeys, context, { permission, request }, () =>
        bank.importFile(actor, { ...file, mapping }),
      );
      await context.changesHeard();
      return imported;
    }),
  );

  routes.post('/admin/bank-statements/preview', (c) =>
    withIssues(c, async () => {
      const { file, form } = await receive(c);
      const chosen = { mapping: mappingIn(form), encoding: encodingIn(form) };
      return { table: await bank.preview(file.bytes, chosen) };
    }),
  );

  return routes;
}

/** Adds the invalid fields to error responses, because the app's error handler omits them. */
async function withIssues(c: HonoContext, work: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await work());
  } catch (error) {
    if (!(error instanceof AppError) || !error.about.issues) throw error;
    const body = { ...errorBody(error.code, error.message), issues: error.about.issues };
    return c.json(body, errorStatus[error.code] as ContentfulStatusCode);
  }
}

/** Parses the mapping. @throws BAD_REQUEST that names the fields */
function mappingIn(form: FormData): CsvMapping | undefined {
  const given = form.get('mapping');
  if (given === null) return undefined;
  const mapping = strictly(csvMappingSchema).safeParse(jsonOf(given));
  if (mapping.success) return mapping.data;
  const issues = mapping.error.issues.map(({ path, message }) => ({
    path: ['mapping', ...path].join('.'),
    message,
  }));
  throw new AppError('BAD_REQUEST', issues[0]?.message ?? 'Please choose the columns', { issues });
}

/** Parses the encoding. @throws BAD_REQUEST for an unknown name */
function encodingIn(form: FormData): TextEncoding | undefined {
  const given = form.get('encoding');
  if (given === null) return undefined;
  const encoding = encodingNames.find((name) => name === given);
  if (encoding) return encoding;
  throw new AppError('BAD_REQUEST', 'Please choose the encoding', {
    issues: [{ path: 'encoding', message: 'Please choose the encoding' }],
  });
}

async function formOf(c: HonoContext): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the file as multipart/form-data');
  }
  try {
    return await c.req.formData();
  } catch {
    // The body is truncated or not a form, so the caller has to send it again.
    throw new AppError('BAD_REQUEST', 'Please send one file, in the field “file”');
  }
}

/** Parses JSON. @returns undefined for invalid JSON, which every schema rejects */
function jsonOf(given: unknown): unknown {
  try {
    return JSON.parse(String(given));
  } catch {
    // The schema reports the problem.
    return undefined;
  }
}
