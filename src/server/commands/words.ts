import { databaseProblemOf } from '~/server/platform/db/problems';
import { EnvError } from '~/server/platform/env';
import { enterOwnFolder } from '~/server/platform/own-folder';

/** Formats an error for the operator: one line, with the setting to change if it is known. */
export function wordsFor(error: unknown): string {
  if (error instanceof EnvError) return error.lines.join('\n');
  const problem = databaseProblemOf(error);
  if (problem) return problem.line;
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : (message ?? String(error));
}

/** Runs a command and exits with its exit code, or with 1 and an error message. */
export function runCommand(
  main: () => Promise<number>,
  words: (error: unknown) => string = wordsFor,
): void {
  enterOwnFolder();
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${words(error)}\n`);
      process.exit(1);
    },
  );
}
