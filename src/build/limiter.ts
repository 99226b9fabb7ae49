import type { Plugin } from 'vite';

const computed = 'import(/* @vite-ignore */ specifier)';

/**
 * Lets the bundler follow the rate limiter's import of drizzle-orm, which uses a computed name: otherwise a second copy would be
 * loaded.
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
