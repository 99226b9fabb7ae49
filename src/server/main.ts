import module from 'node:module';

import { enterOwnFolder } from './platform/own-folder';

// The thread that lays out documents loads React from node_modules. React selects its build by this variable.
process.env.NODE_ENV ||= 'production';
enterOwnFolder();
// Node 22 and later cache compiled code for the next start.
if ('enableCompileCache' in module && module.enableCompileCache instanceof Function) {
  module.enableCompileCache();
}
void import('./serve');
