import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { statementBytesMax } from '~/contract/bank/bank';
import { csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { AppError, errorStatus } from '~/contract/common/errors';
import { isStorable } from '~/contract/common/text-schema';
import type { Bank } from '~/server/features/bank/bank.feature';
import { errorBody } from '~/server/platform/errors';
import { strictly } from '~/server/platform/strict-schema';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';

/** Files of banks exceed the limit of JSON bodies. */
export const bankStatementsPath = '/api/admin/bank-statements';
export const bankPreviewPath = `${bankStatementsPath}/preview`;

const nameMax = 200;

/** `POST /api/admin/bank-statements`: a file as `file`, for a table with its columns as `mapping`; and `…/preview` for choosing these. */
export function createBankRoutes(options: {
  bank: Pick<Bank, 'importFile' | 'preview'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { bank } = options;
  const routes = new Hono<RequestEnv>();

  async function receive(c: HonoContext) {
    const context = await options.createContext(c);
    const actor = permitted(context.user, 'invoices.write');
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

  routes.post('/admin/bank-statements', async (c) => {
    const { context, actor, file, form } = await receive(c);
    const given = form.get('mapping');
    const mapping =
      given === null ? undefined : strictly(csvMappingSchema).safeParse(jsonOf(given));
    if (mapping?.success === false) {
      const issues = mapping.error.issues.map(({ path, message }) => ({
        path: ['mapping', ...path].join('.'),
        message,
      }));
      const body = { ...errorBody('BAD_REQUEST', issues[0]?.message), issues };
      return c.json(body, errorStatus.BAD_REQUEST as ContentfulStatusCode);
    }
    try {
      const imported = await bank.importFile(actor, { ...file, mapping: mapping?.data });
      await context.changesHeard();
      return c.json(imported);
    } catch (error) {
      // The answer of the app to other errors has no fields.
      if (!(error instanceof AppError) || !error.about.issues) throw error;
      const body = { ...errorBody(error.code, error.message), issues: error.about.issues };
      return c.json(body, errorStatus[error.code] as ContentfulStatusCode);
    }
  });

  routes.post('/admin/bank-statements/preview', async (c) => {
    const { file } = await receive(c);
    return c.json({ table: await bank.preview(file.bytes) });
  });

  return routes;
}

async function formOf(c: HonoContext): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the file as multipart/form-data');
  }
  try {
    return await c.req.formData();
  } catch {
    // A body that is cut off, or no form at all: the sender has to send it again.
    throw new AppError('BAD_REQUEST', 'Please send one file, in the field “file”');
  }
}

/** @returns undefined where it is no JSON, which no schema takes */
function jsonOf(given: unknown): unknown {
  try {
    return JSON.parse(String(given));
  } catch {
    // The schema says what is wrong with it.
    return undefined;
  }
}
