import { execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it, onTestFinished } from 'vitest';

import { isAlive } from '~/testing/product';
import { drawSvg } from './draw-svg';
import { inImageQueue } from './image-queue';

const execute = promisify(execFile);

const wrapped = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;

/** Nested patterns, which would draw 10⁹ rectangles. */
const endless = (seed: string) =>
  wrapped(
    `<title>${seed}</title>${Array.from(
      { length: 10 },
      (_, n) =>
        `<pattern id="p${n}" width="100" height="100" patternUnits="userSpaceOnUse">${`<rect width="100" height="100" fill="${n ? `url(#p${n - 1})` : 'red'}"/>`.repeat(10)}</pattern>`,
    ).join('')}<rect width="100" height="100" fill="url(#p9)"/>`,
  );

/** Lists the processes that draw for this one. */
async function drawing(): Promise<string[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'ppid=,stat=,args=']);
  const ofThis = new RegExp(`^\\s*${process.pid}\\s+[^Z\\s]+\\s.*draw-worker`);
  return stdout.split('\n').filter((line) => ofThis.test(line));
}

describe('drawSvg', () => {
  it('draws an SVG at the requested height', async () => {
    const png = await drawSvg(wrapped('<rect width="90" height="90" fill="red"/>'), 48);
    const sharp = (await import('sharp')).default;
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
  });

  it('rejects a text that is not an SVG', async () => {
    await expect(drawSvg('<svg', 48)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This SVG cannot be used: it cannot be drawn',
    });
  });

  it('ends an endless drawing and its process in time, delays no other picture, and does not try it again', async () => {
    const text = endless('once');
    const order: string[] = [];
    const refused = drawSvg(text, 48).catch((error: Error) => {
      order.push('refused');
      return error.message;
    });
    await inImageQueue('upload', async () => order.push('picture'));
    await expect.poll(drawing, { timeout: 5_000 }).toHaveLength(1);
    const message = 'This SVG cannot be used: it takes too long to draw';
    expect(await refused).toBe(message);
    expect(order).toEqual(['picture', 'refused']);
    const again = drawSvg(text, 48);
    await expect(again).rejects.toThrow(message);
    await expect.poll(drawing).toEqual([]);
  });
});

it('an endless drawing ends when the requesting process ends', async () => {
  const script = `
    const { fork } = require('node:child_process');
    const child = fork(${JSON.stringify(resolve('src/server/platform/media/draw-worker.mjs'))}, [], { serialization: 'advanced' });
    child.on('message', () => {
      child.send({ svg: ${JSON.stringify(endless('left alone'))}, height: 48, pixelsMax: 1e6 });
      setTimeout(() => process.stdout.write(String(child.pid)), 300);
    });`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await new Promise<number>((done) =>
    parent.stdout.once('data', (line) => done(Number(line))),
  );
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 3_000 }).toBe(false);
});
