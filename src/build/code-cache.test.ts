import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { wrap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';

import { afterEach, describe, expect, it } from 'vitest';

import { codeCache } from './code-cache';

/** Whether this Node takes what V8 made of the script, instead of compiling it. */
async function isTaken(path: string): Promise<boolean> {
  const script = new Script(wrap(await readFile(path, 'latin1')), {
    cachedData: await readFile(`${path}.cache`),
  });
  return script.cachedDataRejected === false;
}

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const plain =
  "exports.found = () => ['Łódź ✈ \u{1f6eb}', /^\u{1f6eb}$/u.test('\u{1f6eb}'), __filename];";
const found = (body: string) => ['Łódź ✈ \u{1f6eb}', true, body];

/** A built server of two chunks, after the plugin. */
async function build(code = plain) {
  const dir = await mkdtemp(join(tmpdir(), 'code-cache-'));
  folders.push(dir);
  await mkdir(join(dir, 'assets'));
  await writeFile(join(dir, 'assets/product-1.js'), code);
  await writeFile(
    join(dir, 'main.js'),
    "console.log(JSON.stringify(require('./assets/product-1.js').found()));",
  );
  const { writeBundle } = codeCache('product');
  if (typeof writeBundle !== 'function') throw new Error('the plugin has another shape');
  const chunk = { type: 'chunk', name: 'product', fileName: 'assets/product-1.js', code };
  await writeBundle.call({} as never, { dir } as never, { [chunk.fileName]: chunk } as never);
  return { dir, body: join(dir, 'assets/product-1.body.js') };
}

async function run(dir: string, ...options: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    join(dir, 'main.js'),
  ]);
  return JSON.parse(stdout);
}

describe('a chunk whose compiled code is kept', () => {
  it('runs, with characters of all alphabets', async () => {
    const { dir, body } = await build();
    expect(await isTaken(body)).toBe(true);
    expect(await run(dir)).toEqual(found(body));
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

it('fails the build where a chunk would import in compiled code', async () => {
  await expect(build("exports.found = () => import('node:path');")).rejects.toThrow(/import\(\)/);
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
