import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { type AppErrorCode, errorStatus } from '~/contract/common/errors';
import type { exportsOf } from '~/server/features/exports/tables';
import { errorBody } from '~/server/platform/errors';
import type { Context } from '~/server/platform/trpc/context';
import { permitted } from '~/server/platform/trpc/trpc';
import type { HonoContext, RequestEnv } from './rest';

/** Serves `GET /api/admin/export/{table}.csv`: all rows that match the filters of the panel's list. */
export function createExportRoutes(options: {
  exports: ReturnType<typeof exportsOf>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();
  routes.get('/admin/export/:file{[a-z-]+\\.csv}', async (c) => {
    const { user } = await options.createContext(c);
    const no = (code: AppErrorCode, message?: string) =>
      c.json(errorBody(code, message), errorStatus[code] as ContentfulStatusCode);
    permitted(user, 'panel.open');
    const name = c.req.param('file').replace(/\.csv$/, '');
    const table = options.exports.get(name);
    if (!table) return no('NOT_FOUND');
    permitted(user, table.permission);
    const lines = table.read(c.req.query());
    if ('problem' in lines) return no('BAD_REQUEST', lines.problem);
    const today = new Date().toISOString().slice(0, 10);
    return c.body(streamOf(lines), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${today}.csv"`,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
