import { parseDatabaseUrl } from './db/connection-options';
import { settingNames } from './env';
import type { EnvFile } from './env-file';
import { settingNear } from './env-names';
import { smtpPortWarning } from './mail/smtp-url';

/**
 * Variables in the settings file that are for other programs: `deploy/backup.sh`, `compose.yaml`, Node.js, PostgreSQL's
 * programs and the tests.
 */
const ofOthers = new Set([
  'ENV_FILE',
  'BACKUP_DIR',
  'KEEP_DAILY',
  'KEEP_WEEKLY',
  'KEEP_FILES',
  'SITE',
  'DATABASE_PASSWORD',
  'UPSTREAMS',
  'CHROMIUM_PATH',
  'TEST_DATABASE_URL',
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
]);
const ofOthersByPrefix = /^(NODE_|npm_|PG|OTEL_|LC_|COMPOSE_|HTTPS?_PROXY$|NO_PROXY$)/i;

const isKnown = (name: string) =>
  settingNames.includes(name) || ofOthers.has(name) || ofOthersByPrefix.test(name);

function nameWarnings(environment: readonly string[], file: EnvFile | undefined): string[] {
  const inFile = Object.keys(file?.values ?? {});
  const unknown = [...new Set([...inFile, ...environment])].filter((name) => !isKnown(name));
  return unknown.flatMap((name) => {
    const near = settingNear(inFile.includes(name) ? name.toUpperCase() : name, settingNames);
    const where = inFile.includes(name) ? ` in ${file?.path}` : '';
    if (near) return `${name}${where} is no setting, and is not read: is ${near} meant?`;
    return where ? `${name}${where} is no setting, and is not read` : [];
  });
}

/** Returns whether `deploy/backup.sh` accepts the value as the number of dumps to keep. */
export const isDumpCount = (value: string): boolean => /^[1-9]\d{0,4}$/.test(value);

function backupWarnings(given: Record<string, string | undefined>): string[] {
  return ['KEEP_DAILY', 'KEEP_WEEKLY'].flatMap((name) => {
    const value = given[name];
    return !value || isDumpCount(value)
      ? []
      : `${name} is '${value}', with which deploy/backup.sh makes no backup: give a whole number from 1 to 99999`;
  });
}

/** Returns whether a time zone is valid. Node.js silently uses UTC instead of an invalid one. */
function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    // `Intl` throws an error for unknown names.
    return false;
  }
}

/** Minimum number of different characters in a secret that counts as random. */
const differentLettersMin = 8;

/**
 * Returns warnings about settings that are valid but probably wrong, one text for each. Warnings never contain a secret.
 *
 * @param given the environment, completed by the settings file
 */
export function envWarnings(
  given: Record<string, string | undefined>,
  file: EnvFile | undefined,
): string[] {
  const lines = [...nameWarnings(Object.keys(given), file), ...backupWarnings(given)];
  const { AUTH_SECRET: secret } = given;
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const url = given[name]?.trim();
    const ignored = url ? parseDatabaseUrl(url).ignored : [];
    if (ignored.length > 0) lines.push(`${name} has ${ignored.join(', ')}, which is not used here`);
  }
  const timeZone = given.TZ?.trim();
  if (timeZone && !isTimeZone(timeZone)) {
    lines.push(`TZ is '${timeZone}', which is no time zone: times of this process are in UTC`);
  }
  const smtp = smtpPortWarning(given.SMTP_URL?.trim() ?? '');
  if (smtp) lines.push(smtp);
  if (secret && new Set(secret).size < differentLettersMin) {
    lines.push(
      'AUTH_SECRET has few different letters, and can be guessed: make one with openssl rand -hex 32',
    );
  }
  return lines;
}
