import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';

import { flightMark } from '~/contract/common/flight-mark';
import type { NotFoundData } from './lib/api-error';
import type { ApiCalls } from './lib/trpc';
import { createAppRouter } from './router';
import { drawFlightMarksBy } from './ui/flight-mark-svg';

drawFlightMarksBy(flightMark);

export interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
  /** Matched routes, outermost first, for looking up the files that they need. */
  routeIds: string[];
}

/** Renders the page at `request`; `calls` answers its queries. */
export async function renderPage(options: {
  request: Request;
  calls: ApiCalls;
  publicUrl: string;
}): Promise<RenderedPage> {
  const routeIds: string[] = [];
  let failure: unknown;
  let isGone = false;
  const handle = createRequestHandler({
    request: options.request,
    createRouter: () => createAppRouter(options),
  });
  const response = await handle(({ router, responseHeaders }) => {
    for (const match of router.stores.matches.get()) {
      routeIds.push(match.routeId);
      if (match.status === 'error') failure ??= match.error;
      if (match.status === 'notFound') isGone ||= wasThereOnce(match.error);
    }
    return renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    });
  });
  // A page that could not be loaded is the server's to answer, with the right status.
  if (failure) throw failure;
  return {
    status: isGone ? 410 : response.status,
    headers: response.headers,
    html: await response.text(),
    routeIds,
  };
}

function wasThereOnce(error: unknown): boolean {
  const { data } = error as { data?: NotFoundData };
  return data?.isGone ?? false;
}
