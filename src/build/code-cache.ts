import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Plugin } from 'vite';

/**
 * Loads the script beside it, with what V8 made of it when it was built. Another version of Node, or one with other flags of V8, refuses
 * that and compiles the script as usual. Run as a program, it writes the file.
 */
const loader = `'use strict';
const { readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { Script } = require('node:vm');

const filename = __filename.replace(/\\.js$/, '.body.js');
let cachedData;
try {
  cachedData = readFileSync(filename + '.cache');
} catch {}
const script = new Script(wrap(readFileSync(filename, 'latin1')), { filename, cachedData });
script.runInThisContext().call(module.exports, module.exports, require, module, filename, __dirname);
if (require.main === module) {
  require('node:fs').writeFileSync(filename + '.cache', script.createCachedData());
}
`;

/**
 * The code in characters of one byte each: V8 keeps a script with any other character at twice the size, and the bytes need no decoding.
 */
function inLatin1(code: string): Buffer {
  if (/\\[^\0-\xff]/.test(code)) throw new Error('a character that is escaped twice is another');
  const escaped = code.replace(
    /[^\0-\xff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1');
}

/**
 * Has V8 keep what it makes of a CommonJS chunk of the server: most of a start was reading and compiling it. Node itself can do so from
 * version 22 on. The chunk must have no `import()`, which fails in compiled code that was kept (`output.dynamicImportInCjs`).
 *
 * @param chunkName the chunk's name
 */
export function codeCache(chunkName: string): Plugin {
  return {
    name: 'code-cache',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    async writeBundle({ dir }, files) {
      const chunk = Object.values(files).find((file) => file.name === chunkName);
      if (!dir || chunk?.type !== 'chunk') throw new Error(`the build has no chunk ${chunkName}`);
      // A comment names a type after a brace.
      if (/(?<![\w.*{])import\(/.test(chunk.code)) throw new Error(`${chunkName} has an import()`);
      // The package is one of ES modules.
      await writeFile(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
      const path = join(dir, chunk.fileName);
      await writeFile(path.replace(/\.js$/, '.body.js'), inLatin1(chunk.code));
      await writeFile(path, loader);
      await promisify(execFile)(process.execPath, [path], {
        env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      });
    },
  };
}
