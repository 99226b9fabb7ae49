import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { AppError } from '~/contract/common/errors';
import { type AdminRole, adminRoles } from '~/contract/identity/roles';
import { type Admins, createAdmins } from '~/server/features/identity/admins';
import { createPasswords } from '~/server/features/identity/passwords';
import { connect, createDatabase } from '~/server/platform/db/client';
import { databaseOf } from '~/server/platform/db/database-url';
import { migrate } from '~/server/platform/db/migrate';
import { isDuplicate } from '~/server/platform/db/unique';
import { readEnv } from '~/server/platform/env';
import { processEnv } from '~/server/platform/env-file';
import { runCommand, wordsFor } from './words';

const usage = `Makes or changes an admin.

  npm run admin -- create USERNAME --email ADDRESS [--name "First Last"] [--role owner]
  npm run admin -- password USERNAME
  npm run admin -- reset-second-factor USERNAME
  npm run admin -- list

Roles: owner (the default), manager, editor, viewer.

The command prompts for the password, or reads it from the first line of standard input.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function readPassword(): Promise<string> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) {
    const lines = createInterface({ input: stdin });
    for await (const line of lines) return line;
    return '';
  }
  stdout.write('Password: ');
  // In terminal mode, readline echoes the input to this stream, which discards it, so that the password is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: stdin, output, terminal: true });
  line.on('SIGINT', () => {
    stdout.write('\n');
    process.exit(130);
  });
  try {
    for await (const password of line) return password;
    return '';
  } finally {
    line.close();
    stdout.write('\n');
  }
}

async function act(
  admins: Admins,
  command: string,
  username: string,
  options: Options & { password: string },
) {
  if (command === 'list') {
    const all = await admins.list();
    for (const one of all) {
      say(
        `${one.username}  ${one.role}  ${one.email}  ${one.name}${one.isDisabled ? '  (disabled)' : ''}`,
      );
    }
    if (all.length === 0) say('There is no admin yet');
    return;
  }
  if (command === 'reset-second-factor') {
    await admins.resetSecondFactor(username);
    say(`${username} can sign in with only the password; all of their sessions have ended`);
    return;
  }
  const { password } = options;
  if (command === 'create') {
    const { email = '', name = username, role = 'owner' } = options;
    await admins.create({ username, password, email, name, role });
    say(`${username} can sign in at /cplogin`);
  } else {
    await admins.changePassword(username, password);
    say(`${username} has a new password; all of their sessions have ended`);
  }
}

interface Options {
  email?: string | undefined;
  name?: string | undefined;
  role?: AdminRole | undefined;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
  });
  const [command = '', username = ''] = positionals;
  const isKnown =
    command === 'list' ||
    (['password', 'reset-second-factor'].includes(command) && username !== '') ||
    (command === 'create' &&
      username !== '' &&
      /^\S+@\S+$/.test(values.email ?? '') &&
      isRole(values.role));
  if (!isKnown) {
    say(usage);
    return 2;
  }
  // Reads the password before opening the database, so that a command which is canceled at the prompt leaves nothing
  // running.
  const takesPassword = command === 'create' || command === 'password';
  const password = takesPassword ? await readPassword() : '';
  const database = await databaseOf(readEnv(processEnv()), { creates: command === 'create' });
  await migrate(database.url);
  const client = connect(database.url, { max: 2 });
  try {
    const admins = createAdmins(createDatabase(client), createPasswords());
    const role = adminRoles.find((one) => one === values.role);
    await act(admins, command, username, { ...values, role, password });
    return 0;
  } finally {
    await client.end({ timeout: 5 });
    await database.stop();
  }
}

const isRole = (given: string | undefined) =>
  given === undefined || adminRoles.some((one) => one === given);

function worded(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (isDuplicate(error)) return 'An admin with this username or email already exists';
  return wordsFor(error);
}

runCommand(main, worded);
