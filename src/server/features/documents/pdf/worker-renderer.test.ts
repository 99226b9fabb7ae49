import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { PdfJob } from './pdf-job';
import { createWorkerRenderer } from './worker-renderer';

const folder = mkdtempSync(join(tmpdir(), 'pdf-threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

const threadOf = (name: string, onMessage: string): string => {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', ({ job }) => { ${onMessage} });`,
  );
  return file;
};
const job = (number: string) => ({ kind: 'invoice', content: { number } }) as unknown as PdfJob;
const tones = { rust: '#000000', paper: '#ffffff', typeface: null };
const answering = `const never = job.content.number === 'endless';
  while (never) {}
  const problem = job.content.number === 'broken' ? 'it broke' : '';
  if (job.content.number === 'fatal') process.exit(3);
  const kept = [];
  while (job.content.number === 'greedy') kept.push(new Array(1e5).fill(Math.random()));
  parentPort.postMessage(problem ? { problem } : { bytes: new Uint8Array([threadId]) });`;

describe('the PDF thread', () => {
  it('lays out one document after the other', async () => {
    const render = createWorkerRenderer(threadOf('steady', answering));
    const [first] = await render(job('1'), tones);
    const [second] = await render(job('2'), tones);
    expect(second).toBe(first);
  });

  it('ends when a document takes too long, and the next document gets a new thread', async () => {
    const render = createWorkerRenderer(threadOf('endless', answering), { patienceMs: 1_000 });
    const [before] = await render(job('1'), tones);
    await expect(render(job('endless'), tones)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'This document is too long for a PDF. Please print its page instead.',
    });
    const [after] = await render(job('2'), tones);
    expect(after).not.toBe(before);
  });

  it('ends when a document takes too much memory', async () => {
    const render = createWorkerRenderer(threadOf('greedy', answering));
    await expect(render(job('greedy'), tones)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'This document is too long for a PDF. Please print its page instead.',
    });
    expect(await render(job('1'), tones)).toHaveLength(1);
  });

  it('reports a failure, and continues', async () => {
    const render = createWorkerRenderer(threadOf('broken', answering));
    await expect(render(job('broken'), tones)).rejects.toThrow('it broke');
    await expect(render(job('fatal'), tones)).rejects.toThrow('the thread for PDFs ended with 3');
    expect(await render(job('1'), tones)).toHaveLength(1);
  });

  it('ends after a while without documents', async () => {
    const render = createWorkerRenderer(threadOf('idle', answering), { idleMs: 30 });
    const [before] = await render(job('1'), tones);
    await new Promise((resolve) => setTimeout(resolve, 120));
    const [after] = await render(job('2'), tones);
    expect(after).not.toBe(before);
  });
});
