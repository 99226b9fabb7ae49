import type { Env } from '~/server/platform/env';

/** Only in demo mode. */
export const demoAdmin = { username: 'admin', password: 'admin-demo' };

/** The first admin by the environment; in demo mode there is always one. */
export function firstAdminOf(
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD' | 'DEMO_MODE'>,
): { username: string; password: string } | undefined {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env;
  if (username && password) return { username, password };
  return env.DEMO_MODE ? demoAdmin : undefined;
}
