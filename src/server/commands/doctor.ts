import { parseArgs } from 'node:util';

import type { CheckResult, CheckState } from '~/contract/setup/checks';
import { readAuthSecret } from '~/server/features/identity/secret';
import { createSetup } from '~/server/features/setup/setup.service';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { type Env, EnvError, readEnv } from '~/server/platform/env';
import { EnvFileError, processEnv, readEnvFile } from '~/server/platform/env-file';
import { envWarnings } from '~/server/platform/env-warnings';
import { runCommand } from './words';

const usage = `Checks the installation and says what to do; ends with 1 where something fails.

  npm run doctor
  npm run doctor -- --send ADDRESS     also sends a message to this address`;

const say = (line: string) => process.stdout.write(`${line}\n`);

const marks: Record<CheckState, string> = {
  ok: 'ok      ',
  warning: 'warning ',
  failed: 'FAILED  ',
  unused: 'unused  ',
};

const lineOf = ({ id, state, detail, action }: CheckResult): string =>
  `${marks[state]}${id.padEnd(12)}${detail.replace(/\.$/, '')}${action && `${detail.endsWith('?') ? '' : '.'} ${action}`}`;

function report(results: readonly CheckResult[]): number {
  for (const result of results) say(lineOf(result));
  return results.some(({ state }) => state === 'failed') ? 1 : 0;
}

async function examine(env: Env, send: string | undefined): Promise<CheckResult[]> {
  const database = await databaseOf(env).catch((error: Error) => error);
  if (database instanceof Error) {
    return [{ id: 'database', state: 'failed', detail: database.message, action: '' }];
  }
  const client = connect(database.url, { max: 2 });
  const publicUrl = env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`;
  const from = env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  try {
    return await createSetup(createDatabase(client), {
      env,
      publicUrl,
      secret: await readAuthSecret(env),
      warnings: envWarnings(process.env, readEnvFile()),
      sendTo: send ? { to: send, from } : undefined,
    }).check();
  } finally {
    await client.end({ timeout: 1 });
    await database.stop();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { send: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || (values.send !== undefined && !/^\S+@\S+$/.test(values.send))) {
    say(usage);
    return values.help ? 0 : 2;
  }
  try {
    return report(await examine(readEnv(processEnv()), values.send));
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const place = process.env.ENV_FILE || '.env';
    // Errors about the file itself already contain advice.
    const action = error instanceof EnvFileError ? '' : `Set it in the environment or in ${place}`;
    return report(
      error.lines.map((detail) => ({ id: 'environment', state: 'failed', detail, action })),
    );
  }
}

runCommand(main);
