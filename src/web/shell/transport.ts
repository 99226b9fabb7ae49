import { createTRPCUntypedClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import { batchLimit } from '~/contract/common/limits';
import { isSignedOut } from '~/web/lib/api-error';
import type { ApiLink, AppRouter } from '~/web/lib/trpc';
import { toLogin } from './to-login';
import { viewedHeaders } from './viewed-client';
import { readCameFrom } from './visit-source';

const url = '/api/trpc';

/**
 * Converts a response that does not come from our server, such as a proxy's error page, to an error
 * with the HTTP status.
 */
async function fetchAnswer(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.ok || response.headers.get('content-type')?.includes('json')) return response;
  const message = response.statusText || 'The server did not answer';
  const data = { httpStatus: response.status };
  return Response.json({ error: { code: -32603, message, data } });
}

const http = { url, headers: viewedHeaders, fetch: fetchAnswer };

const overHttp: ApiLink = splitLink({
  // Sends this call separately, because it waits for other servers. In a batch, all other calls
  // would wait as well.
  condition: ({ path }) => path === 'admin.setup.network',
  true: httpLink(http),
  false: httpBatchLink({ ...http, maxItems: batchLimit }),
});

/**
 * Calls the server. If the session has ended, a mutation on any screen redirects to sign-in. In
 * that case, the call never resolves, because the browser is leaving the screen.
 */
const transport: ApiLink = (runtime) => {
  const call = overHttp(runtime);
  return (operation) =>
    observable((observer) =>
      call(operation).subscribe({
        next: (answer) => observer.next(answer),
        complete: () => observer.complete(),
        error: (error) => {
          if (operation.op.type === 'mutation' && isSignedOut(error)) toLogin();
          else observer.error(error);
        },
      }),
    );
};

/** Forms that create leads. */
const leadForms = new Set(['quotes.submit', 'contact.send', 'formAnswers.submit']);

/**
 * Adds the source of the visit to a lead. This code is loaded with the first call, so that pages do
 * not load anything for it.
 */
const withSource: ApiLink =
  () =>
  ({ op, next }) =>
    next(
      leadForms.has(op.path)
        ? { ...op, input: { ...(op.input as object), cameFrom: readCameFrom() } }
        : op,
    );

export const calls = createTRPCUntypedClient<AppRouter>({ links: [withSource, transport] });
