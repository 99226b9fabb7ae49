import type { AppServices } from './app-services';
import { firstAdminOf } from './features/identity/first-admin';
import { setupLinkHours } from './features/setup/first-start';
import type { Env } from './platform/env';
import type { Log } from './platform/log';

/** Makes the admin whom the environment names, where there is none yet; otherwise prints a link at which the first one is made. */
export async function makeFirstAdmin(
  { identity, firstStart }: AppServices,
  { env, print, log }: { env: Env; print: (line: string) => void; log: Log },
): Promise<void> {
  const first = firstAdminOf(env);
  if (await identity.admins.ensureFirst(first)) {
    // Prints the demo's password, never one that the operator has set.
    const isDemos = first && !env.ADMIN_PASSWORD;
    print(
      `Made the first admin${isDemos ? `: ${first.username}, password ${first.password}` : ''}`,
    );
  }
  const setupLink = await firstStart?.issueLink();
  if (!setupLink) return;
  for (const line of [
    '',
    `There is no admin yet. Make the first one here, within ${setupLinkHours} hours:`,
    '',
    `  ${setupLink}`,
    '',
  ])
    print(line);
  // Printed lines do not reach every log of containers.
  log.warn({ url: setupLink }, 'there is no admin yet: make the first one at this link');
}
