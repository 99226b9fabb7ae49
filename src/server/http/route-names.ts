import { routePath } from 'hono/route';

import { type HonoContext, proceduresOf, type RestRouter } from './rest';

/**
 * Names the route of a request by its pattern or procedure, so that the number of names is bounded for any path. Metrics and
 * traces keep a series for each name.
 */
export function createRouteNames(
  appRouter: RestRouter,
  { trpcPath, pages }: { trpcPath: string; pages: readonly string[] },
): (c: HonoContext) => string {
  const procedures = new Set(proceduresOf(appRouter).map(([name]) => name));
  // Fixed paths precede those with a parameter in the same position.
  const patterns = [...pages]
    .sort((a, b) => (a.replaceAll('$', '~') < b.replaceAll('$', '~') ? -1 : 1))
    .map((page) => ({
      name: page.replaceAll(/\$(\w+)/g, ':$1'),
      pattern: new RegExp(`^${page.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`),
    }));

  return (c) => {
    const { path } = c.req;
    if (path.startsWith(`${trpcPath}/`)) {
      const names = path.slice(trpcPath.length + 1);
      if (names.includes(',')) return `${trpcPath}/(batch)`;
      return `${trpcPath}/${procedures.has(names) ? names : '*'}`;
    }
    const route = routePath(c, c.req.routeIndex);
    // Pages share one route of the app.
    if (route !== '*' && route !== '/*') return route;
    return patterns.find(({ pattern }) => pattern.test(path))?.name ?? route;
  };
}
