import type { Env } from '~/server/platform/env';

interface FirstAdmin {
  username: string;
  password: string;
  name?: string;
}

/** Only in demo mode: one of the sample agency's people, who signs what is answered there. */
export const demoAdmin = {
  username: 'admin',
  password: 'admin-demo',
  name: 'Tobias Lindqvist',
} satisfies FirstAdmin;

/** The first admin by the environment; in demo mode there is always one. */
export function firstAdminOf(
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD' | 'DEMO_MODE'>,
): FirstAdmin | undefined {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env;
  if (username && password) return { username, password };
  return env.DEMO_MODE ? demoAdmin : undefined;
}
