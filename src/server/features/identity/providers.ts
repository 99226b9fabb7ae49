import type { OfferedProvider } from '~/contract/identity/identity-schema';
import type { Env } from '~/server/platform/env';

/** Returns the providers whose variables are set, for the sign-in page. */
export function offeredProviders(
  env: Pick<Env, 'GOOGLE_CLIENT_ID' | 'GITHUB_CLIENT_ID' | 'OIDC_CLIENT_ID' | 'OIDC_NAME'>,
): OfferedProvider[] {
  const offered: OfferedProvider[] = [];
  if (env.GOOGLE_CLIENT_ID) offered.push({ id: 'google', name: 'Google' });
  if (env.GITHUB_CLIENT_ID) offered.push({ id: 'github', name: 'GitHub' });
  if (env.OIDC_CLIENT_ID) offered.push({ id: 'oidc', name: env.OIDC_NAME ?? 'single sign-on' });
  return offered;
}
