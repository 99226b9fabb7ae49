import { ensureBuilt, ensureInstalled, StepError } from './steps.mjs';

try {
  await ensureInstalled();
  await ensureBuilt({ force: true });
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
