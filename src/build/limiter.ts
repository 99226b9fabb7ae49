import type { Plugin } from 'vite';

const computed = 'import(/* @vite-ignore */ specifier)';

/**
 * Replaces the computed name in the rate limiter's import of drizzle-orm, so that the bundler can
 * follow it. Otherwise, a second copy of drizzle-orm would be loaded.
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
