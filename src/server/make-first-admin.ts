import type { AppServices } from './app-services';
import { firstAdminOf } from './features/identity/first-admin';
import { setupLinkHours } from './features/setup/first-start';
import type { Env } from './platform/env';
import type { Log } from './platform/log';

/**
 * Creates the admin that environment variables specify, if there is no admin yet. Without these variables, prints a
 * setup link for creating the first admin.
 */
export async function makeFirstAdmin(
  { identity, firstStart }: AppServices,
  { env, print, log }: { env: Env; print: (line: string) => void; log: Log },
): Promise<void> {
  const first = firstAdminOf(env);
  if (await identity.admins.ensureFirst(first)) {
    // Prints only the demo's password, never a password that the operator has set.
    const isDemos = first && !env.ADMIN_PASSWORD;
    print(
      `Created the first admin${isDemos ? `: ${first.username}, password ${first.password}` : ''}`,
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
  // Logs the link as well, because some container logs contain only lines of the logger.
  log.warn({ url: setupLink }, 'there is no admin yet: create the first one at this link');
}
