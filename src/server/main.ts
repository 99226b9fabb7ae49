import module from 'node:module';

import { enterOwnFolder } from './platform/own-folder';

// React chooses its build when it is loaded, so this precedes all other imports.
process.env.NODE_ENV ||= 'production';
if (process.env.NODE_ENV !== 'production') {
  process.stderr.write(
    `NODE_ENV is ${process.env.NODE_ENV}: pages take much longer to render. Leave it unset, or set it to production.\n`,
  );
}
enterOwnFolder();
// From Node 22 on, what a start compiles is kept for the next one.
if ('enableCompileCache' in module && module.enableCompileCache instanceof Function) {
  module.enableCompileCache();
}
void import('./serve');
