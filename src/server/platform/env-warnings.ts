import { settingNames } from './env';
import type { EnvFile } from './env-file';

/** Read from the same file by `deploy/backup.sh`, `compose.yaml`, Node.js, PostgreSQL's programs and the tests. */
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

/** How many letters are missing, too many, others or exchanged with their neighbor. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/** The setting that was probably meant. Of short names, such as PORT, one letter may differ: HOME is not HOST. */
function settingNear(name: string): string | undefined {
  return settingNames.find((setting) => {
    const allowed = setting.length < 8 ? 1 : 2;
    return Math.abs(setting.length - name.length) <= allowed && distance(setting, name) <= allowed;
  });
}

const isKnown = (name: string) =>
  settingNames.includes(name) || ofOthers.has(name) || ofOthersByPrefix.test(name);

function nameWarnings(environment: readonly string[], file: EnvFile | undefined): string[] {
  const inFile = Object.keys(file?.values ?? {});
  const unknown = [...new Set([...inFile, ...environment])].filter((name) => !isKnown(name));
  return unknown.flatMap((name) => {
    const near = settingNear(inFile.includes(name) ? name.toUpperCase() : name);
    const where = inFile.includes(name) ? ` in ${file?.path}` : '';
    if (near) return `${name}${where} is no setting, and is not read: is ${near} meant?`;
    return where ? `${name}${where} is no setting, and is not read` : [];
  });
}

/** A secret of random letters has more different ones. */
const differentLettersMin = 8;

/**
 * What is valid, but probably not meant: one line each. No line shows a secret.
 * @param given the environment, completed by the file
 */
export function envWarnings(
  given: Record<string, string | undefined>,
  file: EnvFile | undefined,
): string[] {
  const lines = nameWarnings(Object.keys(given), file);
  const { AUTH_SECRET: secret, PUBLIC_URL: url = '' } = given;
  const { pathname = '/' } = URL.canParse(url) ? new URL(url) : {};
  if (pathname !== '/') {
    lines.push(
      `PUBLIC_URL has a path, ${pathname}, which is left out: the site is at the root of its address`,
    );
  }
  if (secret && new Set(secret).size < differentLettersMin) {
    lines.push(
      'AUTH_SECRET has few different letters, and can be guessed: make one with openssl rand -hex 32',
    );
  }
  return lines;
}
