import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Plugin } from 'vite';

declare global {
  /**
   * Writes the compiled code of what a start and its first page have used, for the next start: V8 compiles a function when it is first
   * called. Does nothing where this start has found it. V8's flags must be those with which the process was started.
   */
  var keepCompiledCode: (() => void) | undefined;
}

/**
 * The script that loads the chunk with V8's compiled code, and the libraries that the chunk imports late. Another version of Node, or one with
 * other flags of V8, refuses the compiled code and compiles the chunk as usual. Run as a program, it writes the compiled code.
 */
const loaderOf = (late: readonly string[]) => `'use strict';
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const filename = __filename.replace(/\\.js$/, '.body.js');
const built = filename + '.cache';
const used = filename + '.used.cache';
const read = (path) => {
  try {
    return readFileSync(path);
  } catch {}
};
const ofStart = read(used);
const cachedData = ofStart ?? read(built);
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
// Each by its name, so that what is loaded can be traced.
const late = {
${late.map((name) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(name)}),`).join('\n')}
};
const load = (specifier) => late[specifier]?.() ?? import(specifier);
script.runInThisContext().call(module.exports, module.exports, require, module, filename, __dirname, load);
if (require.main === module) writeFileSync(built, script.createCachedData());
globalThis.keepCompiledCode = () => {
  if (ofStart && !script.cachedDataRejected) return;
  const part = used + '.' + process.pid;
  try {
    writeFileSync(part, script.createCachedData());
    renameSync(part, used);
  } catch {
    // Where nothing may be written, the code of the build remains.
    rmSync(part, { force: true });
  }
};
`;

const imports = /(?<![\w.*{])import\(/g;
const namedImports = new RegExp(`${imports.source}"([^"]+)"\\)`, 'g');

/**
 * In compiled code from a file, V8 does not know which module calls `import()`, and refuses it: the loader imports instead. Comments that name
 * a type, as in `{import('x').Y}`, stay.
 */
const importedByLoader = (code: string) => code.replace(imports, '__import(');

/** As a function of what a module has. */
const asFunction = (code: string) =>
  `(function (exports, require, module, __filename, __dirname, __import) {${code}\n})`;

/**
 * The code in characters of one byte each: V8 keeps a script with any other character at twice the size, and the bytes need no decoding.
 */
function inLatin1(code: string): Buffer {
  if (/\\[^\0-\xff]/.test(code))
    throw new Error(
      'a backslash stands before a character outside Latin-1: escaping it would change it',
    );
  const escaped = code.replace(
    /[^\0-\xff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1');
}

/**
 * Writes V8's compiled code beside a CommonJS chunk of the server: most of a start was reading and compiling it. From version 22 on, Node has
 * a compile cache of its own.
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
      await writeFile(
        path.replace(/\.js$/, '.body.js'),
        inLatin1(asFunction(importedByLoader(chunk.code))),
      );
      const late = [...chunk.code.matchAll(namedImports)].map(([, name]) => name ?? '');
      await writeFile(path, loaderOf([...new Set(late)].sort()));
      await promisify(execFile)(process.execPath, [path], {
        env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
      });
    },
  };
}
