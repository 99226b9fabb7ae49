import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';

import { afterEach, describe, expect, it } from 'vitest';

import { codeCache } from './code-cache';

/** Whether this Node takes what V8 made of the script, instead of compiling it: it does so for each script of this length. */
async function isTaken(path: string, cache = `${path}.cache`): Promise<boolean> {
  const script = new Script(await readFile(path, 'latin1'), { cachedData: await readFile(cache) });
  return script.cachedDataRejected === false;
}

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** With characters of all alphabets, and a library that is loaded late, of which there is one version to import and one to require. */
const code = `exports.found = async () => {
  const { default: kind } = await import("two-kinds");
  return [kind, 'Łódź ✈ \u{1f6eb}', /^\u{1f6eb}$/u.test('\u{1f6eb}'), __filename];
};`;
const found = (body: string) => ['imported', 'Łódź ✈ \u{1f6eb}', true, body];

/** A built server of two chunks, after the plugin. */
async function build() {
  const dir = await mkdtemp(join(tmpdir(), 'code-cache-'));
  folders.push(dir);
  await mkdir(join(dir, 'assets'));
  await writeFile(join(dir, 'assets/product-1.js'), code);
  const library = join(dir, 'node_modules/two-kinds');
  await mkdir(library, { recursive: true });
  const exports = { import: './module.mjs', require: './script.cjs' };
  await writeFile(join(library, 'package.json'), JSON.stringify({ name: 'two-kinds', exports }));
  await writeFile(join(library, 'module.mjs'), "export default 'imported';");
  await writeFile(join(library, 'script.cjs'), "exports.default = 'required';");
  // What it prints is what `run` returns.
  await writeFile(
    join(dir, 'main.js'),
    "require('./assets/product-1.js').found().then((found) => console.log(JSON.stringify(found)));",
  );
  const { writeBundle } = codeCache('product');
  if (typeof writeBundle !== 'function') throw new Error('the plugin has another shape');
  const chunk = { type: 'chunk', name: 'product', fileName: 'assets/product-1.js', code };
  await writeBundle.call({} as never, { dir } as never, { [chunk.fileName]: chunk } as never);
  return { dir, body: join(dir, 'assets/product-1.body.js') };
}

/** A program that keeps what the chunk's function has compiled. What it prints is what `run` returns. */
const keeping = `const product = require('./assets/product-1.js');
product.found().then((found) => {
  globalThis.keepCompiledCode();
  console.log(JSON.stringify(found));
});`;

async function run(dir: string, ...options: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    join(dir, 'main.js'),
  ]);
  return JSON.parse(stdout);
}

describe('a chunk whose compiled code is kept', () => {
  it('runs, and imports what is loaded late', async () => {
    const { dir, body } = await build();
    expect(await isTaken(body)).toBe(true);
    expect(await run(dir)).toEqual(found(body));
  });

  it('names what is loaded late in its loader, where it can be traced', async () => {
    const { dir } = await build();
    const loader = await readFile(join(dir, 'assets/product-1.js'), 'utf8');
    expect(loader).toContain('() => import("two-kinds")');
  });

  it('runs where the compiled code is damaged, missing or of another V8', async () => {
    const { dir, body } = await build();
    expect(await run(dir, '--max-lazy')).toEqual(found(body));
    await writeFile(`${body}.cache`, 'damaged');
    expect(await run(dir)).toEqual(found(body));
    await rm(`${body}.cache`);
    expect(await run(dir)).toEqual(found(body));
  });
});

describe('the compiled code of what a start has used', () => {
  it('is kept for the next start, which takes it', async () => {
    const { dir, body } = await build();
    await writeFile(join(dir, 'main.js'), keeping);
    const used = `${body}.used.cache`;
    expect(await run(dir)).toEqual(found(body));
    expect(await isTaken(body, used)).toBe(true);
    // More than the build made: V8 compiles a function when it is first called.
    expect((await stat(used)).size).toBeGreaterThan((await stat(`${body}.cache`)).size);
    const written = await stat(used);
    expect(await run(dir)).toEqual(found(body));
    expect((await stat(used)).mtimeMs).toBe(written.mtimeMs);
  });

  it('is written anew where it is damaged, and leaves nothing beside it', async () => {
    const { dir, body } = await build();
    await writeFile(join(dir, 'main.js'), keeping);
    await writeFile(`${body}.used.cache`, 'damaged');
    expect(await run(dir)).toEqual(found(body));
    expect(await isTaken(body, `${body}.used.cache`)).toBe(true);
    expect((await readdir(join(dir, 'assets'))).sort()).toEqual(
      ['', '.cache', '.used.cache'].map((end) => `product-1.body.js${end}`).concat('product-1.js'),
    );
  });

  it('is left out where it cannot be written', async () => {
    const { dir, body } = await build();
    await writeFile(join(dir, 'main.js'), keeping);
    // A folder of its name: not even root can write it.
    await mkdir(join(`${body}.used.cache`, 'in'), { recursive: true });
    expect(await run(dir)).toEqual(found(body));
    expect(await readdir(join(dir, 'assets'))).toHaveLength(4);
  });
});

describe.runIf(existsSync('dist/server/assets'))('the built server', () => {
  it('comes with compiled code that this Node takes', async () => {
    const bodies = (await readdir('dist/server/assets')).filter((file) =>
      file.endsWith('.body.js'),
    );
    expect(bodies).toHaveLength(1);
    expect(await isTaken(join('dist/server/assets', bodies[0] ?? ''))).toBe(true);
  });
});
