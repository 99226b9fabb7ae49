import type { CheckResult } from '~/contract/setup/checks';
import type { Env } from '~/server/platform/env';
import { isLoopback } from '~/server/platform/loopback';
import { resultsOf } from './result';

const { ok, warning } = resultsOf('environment');

/**
 * Checks the settings as a whole. Each setting is validated where it is read.
 *
 * @param warnings about valid settings that are probably wrong
 */
export function checkEnvironment(
  env: Pick<Env, 'DEMO_MODE' | 'PUBLIC_URL' | 'DATABASE_URL' | 'HOST'>,
  warnings: readonly string[] = [],
): CheckResult {
  const whole = checkWhole(env);
  if (warnings.length === 0) return whole;
  const details = whole.action ? [whole.detail, ...warnings] : warnings;
  return warning(
    details.join('. '),
    [whole.action, 'Correct these names and values'].filter(Boolean).join('. '),
  );
}

function checkWhole(
  env: Pick<Env, 'DEMO_MODE' | 'PUBLIC_URL' | 'DATABASE_URL' | 'HOST'>,
): CheckResult {
  if (env.DEMO_MODE) {
    return env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname)
      ? warning(
          'Demo mode: everybody can sign in with its code',
          'For a site that visitors use, set DATABASE_URL, AUTH_SECRET and SMTP_URL, and DEMO_MODE=off',
        )
      : ok('All variables are valid; demo mode');
  }
  if (!env.PUBLIC_URL) {
    return warning(
      'PUBLIC_URL is unset: links in mails lead to this machine alone',
      'Set PUBLIC_URL to the address of the site, such as https://agency.example',
    );
  }
  if (!env.DATABASE_URL) {
    return warning(
      'The embedded database runs on this machine, and nothing but your backups protects it',
      'Make backups every night, or set DATABASE_URL',
    );
  }
  return ok('All variables are valid');
}
