import type { Env } from '~/server/platform/env';

interface FirstAdmin {
  username: string;
  password: string;
  name?: string;
}

/** Admin of demo mode: an employee of the sample agency, whose name is in its replies. */
export const demoAdmin = {
  username: 'admin',
  password: 'admin-demo',
  name: 'Tobias Lindqvist',
} satisfies FirstAdmin;

/**
 * Returns the first admin from environment variables; undefined if they are not set. Demo mode
 * always has one.
 */
export function firstAdminOf(
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD' | 'DEMO_MODE'>,
): FirstAdmin | undefined {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env;
  if (username && password) return { username, password };
  return env.DEMO_MODE ? demoAdmin : undefined;
}
