import { routePath } from 'hono/route';

import { type HonoContext, proceduresOf, type RestRouter } from './rest';

/**
 * Returns the name of a request's route, which is its pattern or procedure. The number of names is limited, because
 * metrics and traces store a series for each.
 */
export function createRouteNames(
  appRouter: RestRouter,
  { trpcPath, pages }: { trpcPath: string; pages: readonly string[] },
): (c: HonoContext) => string {
  const procedures = new Set(proceduresOf(appRouter).map(([name]) => name));
  // Sorts fixed paths before paths with a parameter in the same position.
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
    // In the app, all pages have the same route.
    if (route !== '*' && route !== '/*') return route;
    return patterns.find(({ pattern }) => pattern.test(path))?.name ?? route;
  };
}
