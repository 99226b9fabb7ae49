import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Plugin } from 'vite';

/**
 * Loads the script beside it, with what V8 made of it when it was built, and the libraries that it names late. Another version of Node, or one with other flags of V8, refuses
 * that and compiles the script as usual. Run as a program, it writes the file.
 */
const loaderOf = (late: readonly string[]) => `'use strict';
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');

const filename = __filename.replace(/\\.js$/, '.body.js');
let cachedData;
try {
  cachedData = readFileSync(filename + '.cache');
} catch {}
// As a function of what a module has.
const code =
  '(function (exports, require, module, __filename, __dirname, __import) {' + readFileSync(filename, 'latin1') + '\\n})';
const script = new Script(code, { filename, cachedData });
// Each by its name, so that what is loaded can be traced.
const late = {
${late.map((name) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(name)}),`).join('\n')}
};
const load = (specifier) => late[specifier]?.() ?? import(specifier);
script.runInThisContext().call(module.exports, module.exports, require, module, filename, __dirname, load);
if (require.main === module) {
  require('node:fs').writeFileSync(filename + '.cache', script.createCachedData());
}
`;

const imports = /(?<![\w.*{])import\(/g;
const namedImports = new RegExp(`${imports.source}"([^"]+)"\\)`, 'g');

/**
 * In compiled code that was kept, V8 does not know which file imports, and refuses: the loader imports for it. A comment that names a type
 * after a brace stays.
 */
const importedByLoader = (code: string) => code.replace(imports, '__import(');

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
 * version 22 on.
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
      // The package is one of ES modules.
      await writeFile(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
      const path = join(dir, chunk.fileName);
      await writeFile(path.replace(/\.js$/, '.body.js'), inLatin1(importedByLoader(chunk.code)));
      const late = [...chunk.code.matchAll(namedImports)].map(([, name]) => name ?? '');
      await writeFile(path, loaderOf([...new Set(late)].sort()));
      await promisify(execFile)(process.execPath, [path], {
        env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      });
    },
  };
}
