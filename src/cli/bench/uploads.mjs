import { bounds, measureAgainst } from './bounds.mjs';
import { signUpClient } from './sign-in.mjs';

const mib = 1024 * 1024;
const count = 20;
const fileBytes = 20 * mib;
const sampleEveryMs = 50;

const content = new File([Buffer.alloc(fileBytes, 'the contents of a file\n')], 'notes.txt');

async function upload(url, cookie) {
  const body = new FormData();
  body.set('file', content);
  const response = await fetch(`${url}/api/files`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  const { size } = await response.json();
  if (size !== fileBytes) throw new Error(`the response to an upload was ${response.status}`);
}

async function measureOnce(url, memoryOf) {
  // Signs up a new client each time, since files count toward a quota.
  const cookie = await signUpClient(url);
  const before = await memoryOf();
  let peak = before;
  let isDone = false;
  const sampled = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await memoryOf());
      await new Promise((done) => setTimeout(done, sampleEveryMs));
    }
  })();
  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: count }, () => upload(url, cookie)));
  } finally {
    isDone = true;
    await sampled;
  }
  const seconds = (performance.now() - begun) / 1000;
  return { addedMib: (peak - before) / mib, seconds };
}

const missesOf = ({ addedMib }) =>
  addedMib <= bounds.uploads.addedMib
    ? []
    : [
        {
          bound: 'memory',
          text: `uploads: ${count} at once added ${addedMib.toFixed(0)} MiB, ${bounds.uploads.addedMib} at most`,
          isTimed: false,
        },
      ];

/**
 * Verifies that concurrent uploads are streamed to the database: memory must not grow with their size.
 *
 * @param memoryOf returns the resident bytes of the product, freshly started
 */
export async function measureUploads(url, memoryOf) {
  const { result, misses } = await measureAgainst(() => measureOnce(url, memoryOf), missesOf);
  return { results: [result], misses };
}

export function uploadTable([one]) {
  return [
    '',
    `${count} uploads of ${fileBytes / mib} MiB at once`,
    '| memory that they add | at most | all of them took |',
    '| --- | --- | --- |',
    `| ${one.addedMib.toFixed(0)} MiB | ${bounds.uploads.addedMib} MiB | ${one.seconds.toFixed(1)} s |`,
    '',
  ].join('\n');
}
