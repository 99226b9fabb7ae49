import type { Plugin } from 'vite';

const computed = 'import(/* @vite-ignore */ specifier)';

/**
 * The rate limiter's library imports drizzle-orm by a computed name, which a bundler cannot follow: it would load a second copy of it.
 */
export function limiterFindsDrizzle(): Plugin {
  return {
    name: 'limiter-finds-drizzle',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: /node_modules\/rate-limiter-flexible\/lib\/RateLimiterDrizzle\.js$/,
      },
      handler(code, id) {
        if (code.split(computed).length !== 2)
          throw new Error(
            `${id} has changed: does it still import drizzle-orm by a computed name?`,
          );
        return { code: code.replace(computed, () => "import('drizzle-orm')"), map: null };
      },
    },
  };
}
