import { rootRouteId } from '@tanstack/react-router';
import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';

import type { BlockType } from '~/blocks/block-schemas';
import { viewFileOf } from '~/blocks/view-files';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { NotFoundData } from './lib/api-error';
import { queriesBlock, resultsOf } from './lib/page-data';
import { createQueryClient } from './lib/query-client';
import type { ApiCalls } from './lib/trpc';
import { createAppRouter } from './router';
import { hasClientViewNotice } from './shell/client-view-notice.lazy';
import { createStandIn, isStandIn } from './shell/stand-in';
import { UserMenuView } from './shell/user-menu-view';
import * as flightDrawings from './ui/flight-drawings';
import { drawFlightsBy } from './ui/flight-mark-svg';
import { drawQrCode } from './ui/qr-drawing';
import { drawQrCodesBy } from './ui/served-qr-code';

drawFlightsBy(flightDrawings);
drawQrCodesBy(drawQrCode);

export interface RenderedPage {
  status: number;
  headers: Headers;
  html: string;
  /**
   * Ids of the matched routes, outermost first. The server uses them to look up the files that the
   * routes need.
   */
  routeIds: string[];
  /** Modules that were rendered in addition to the modules of the routes, by their names in the build's manifest. */
  parts: string[];
  /** True if the page shows more about its user than the menu, so that it cannot be shared. */
  isPersonal: boolean;
}

/** Routes of pages, such as `/services/$slug`. */
export function pagePatterns(): string[] {
  const fail = async () => {
    throw new Error('this router does not render pages');
  };
  const router = createAppRouter({ calls: { query: fail, mutation: fail }, publicUrl: '' });
  return Object.keys(router.routesByPath);
}

const menuSlot = '<template data-slot="user-menu"></template>';
const viewerSlot = '<template data-slot="viewer"></template>';

/**
 * Renders the page at `request`. `calls` answers its queries.
 *
 * @param sharedBy renders the page for all clients, or for all admins, with placeholders where the
 * page shows its user. `fillPage` replaces the placeholders
 */
export async function renderPage(options: {
  request: Request;
  calls: ApiCalls;
  publicUrl: string;
  sharedBy?: 'clients' | 'admins';
}): Promise<RenderedPage> {
  const { sharedBy } = options;
  const routeIds: string[] = [];
  const parts: string[] = [];
  let failure: unknown;
  let isGone = false;
  let queries = '';
  const standIn = sharedBy && createStandIn(sharedBy === 'admins');
  const handle = createRequestHandler({
    request: options.request,
    createRouter: () => {
      const router = createAppRouter(options);
      const { api, queryClient } = router.options.context;
      queryClient.attach(createQueryClient);
      if (standIn) api.identity.viewer.setData(undefined, standIn.user);
      return router;
    },
  });
  const response = await handle(({ router, responseHeaders }) => {
    for (const match of router.stores.matches.get()) {
      routeIds.push(match.routeId);
      const { blockTypes = [], hasExhibits } = (match.loaderData ?? {}) as {
        blockTypes?: BlockType[];
        hasExhibits?: boolean;
      };
      parts.push(...blockTypes.map(viewFileOf));
      if (hasExhibits) parts.push('src/web/content/exhibits/drawn-exhibit.tsx');
      // Every route inherits the context of the root route, so this only handles the root route.
      const { below } = match.context as { below?: { blockTypes: BlockType[] } };
      if (below && match.routeId === rootRouteId)
        parts.push('src/blocks/blocks-below.tsx', ...below.blockTypes.map(viewFileOf));
      if (match.status === 'error') failure ??= match.error;
      if (match.status === 'notFound') isGone ||= wasThereOnce(match.error);
    }
    const { api, queryClient } = router.options.context;
    const viewer = queryClient.getQueryData(
      api.identity.viewer.queryOptions().queryKey,
    ) as CurrentUser | null;
    if (viewer) parts.push('src/web/shell/user-menu.tsx');
    if (viewer && hasClientViewNotice(viewer)) parts.push('src/web/shell/client-view-notice.tsx');
    const results = resultsOf(router.options.context.queryClient.attach(createQueryClient));
    queries = queriesBlock(results.filter(([, data]) => !isStandIn(data as CurrentUser)));
    if (standIn) queries += viewerSlot;
    return renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    });
  });
  // Throws the error of a page that could not be loaded, so that the server responds with the right
  // status.
  if (failure) throw failure;
  return {
    status: isGone ? 410 : response.status,
    headers: response.headers,
    html: (await response.text()).replace('</body>', () => `${queries}</body>`),
    routeIds,
    parts,
    isPersonal: standIn?.isPersonal() ?? false,
  };
}

/** Inserts the user into a page that was rendered for all clients, or for all admins. */
export function fillPage(html: string, viewer: CurrentUser): string {
  const viewerQuery = queriesBlock([[[['identity', 'viewer']], viewer]]);
  return html
    .replace(menuSlot, () => renderToString(<UserMenuView user={viewer} />))
    .replace(viewerSlot, () => viewerQuery);
}

function wasThereOnce(error: unknown): boolean {
  const { data } = error as { data?: NotFoundData };
  return data?.isGone ?? false;
}
