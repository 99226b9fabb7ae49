import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { EnvError, settingNames } from './env';
import { isNamed } from './own-folder';

/** Thrown if the settings file cannot be read. */
export class EnvFileError extends EnvError {}

/** Contents of a settings file. */
export interface EnvFile {
  path: string;
  values: Record<string, string>;
}

const reasons: Record<string, string> = {
  ENOENT: 'which is not there: correct the name, or leave ENV_FILE unset',
  EACCES: 'which this user may not read: change its owner or mode, or run this as its owner',
  EISDIR: 'which is a folder: name a file',
};

/**
 * Decodes text. Removes byte order marks, which some editors write, and which remain between lines if files are joined.
 * Each mark would hide the setting after it. Another encoding would hide all settings.
 */
function decoded(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new TypeError('it contains NUL bytes');
  return text.replaceAll(/^\uFEFF+/gm, '');
}

/**
 * Reads the file that completes the environment: `.env` in the working directory, or `ENV_FILE`. An empty `ENV_FILE`
 * disables this.
 *
 * @throws EnvError if a named file cannot be read or contains no setting, because the command would otherwise use
 * another database
 */
export function readEnvFile(
  read: (path: string) => Uint8Array = readFileSync,
): EnvFile | undefined {
  const named = process.env.ENV_FILE;
  if (named === '') return undefined;
  const path = resolve(named ?? '.env');
  const values = valuesOf(path, named, read);
  if (values && isNamed(named) && !settingNames.some((name) => values[name]?.trim())) {
    throw new EnvFileError([
      `ENV_FILE names ${path}, which sets nothing: write settings as NAME=value, or leave ENV_FILE empty`,
    ]);
  }
  return values && { path, values };
}

function valuesOf(
  path: string,
  named: string | undefined,
  read: (path: string) => Uint8Array,
): Record<string, string> | undefined {
  try {
    return parseEnv(decoded(read(path))) as Record<string, string>;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (named === undefined && (code === 'ENOENT' || code === 'EISDIR')) return undefined;
    const isOtherText = error instanceof TypeError;
    const subject = named === undefined ? 'The settings are in' : 'ENV_FILE names';
    throw new EnvFileError([
      isOtherText
        ? `${subject} ${path}, which is not UTF-8 text: save it as UTF-8`
        : `${subject} ${path}, ${reasons[code] ?? `which cannot be read: ${message}`}`,
    ]);
  }
}

/**
 * Returns the process's environment, completed by the settings file. Variables that are already set keep their values.
 *
 * @throws EnvError in the same cases as `readEnvFile`
 */
export function processEnv(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(readEnvFile()?.values ?? {})) {
    process.env[name] ??= value;
  }
  return process.env;
}
