import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const collectAfterMs = 4_000;

// React chooses its build when it is loaded, so this precedes all other imports.
process.env.NODE_ENV ||= 'production';
if (process.env.NODE_ENV !== 'production') {
  process.stderr.write(
    `NODE_ENV is ${process.env.NODE_ENV}: pages take much longer to render. Leave it unset, or set it to production.\n`,
  );
}
void import('./serve').then(() => {
  // From here on: while the modules are loaded, collecting so often would take a third of the start.
  // The heap may grow by so much before it is collected; V8 lets it grow up to fourfold. What uploads leave behind is then collected while it is
  // small: 20 of 20 MiB at once add 70 MB instead of 130.
  setFlagsFromString('--heap-growing-percent=70');
  // What the start leaves behind is a fifth of the memory. V8 would keep it until as much again is in use.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  setTimeout(collect, collectAfterMs).unref();
});
