import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';

import { anyText, expectNoFault, run } from '~/testing/any-input';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';

const app = testApp({
  logLevel: 'error',
  env: { TRUST_PROXY: '1' },
  rateLimits: {
    messages: 1e6,
    threadMarks: 1e6,
    fileUploads: 1e6,
    filePieces: 1e6,
    fileReads: 1e6,
    linkReads: 1e6,
    unsubscribes: 1e6,
    clientWrites: 1e6,
  },
});
let client: TestClient;

beforeAll(async () => {
  client = await signUpClient(app);
});

/** Generates characters that are valid in a header value. */
const headerText = fc.string({ unit: fc.constantFrom(...'abz09 ,;=/"%-_~=:'), maxLength: 60 });

describe('an upload with random input', () => {
  it('never fails for any name and any bytes', async () => {
    const start = fc.constantFrom(
      '',
      'PK\u0003\u0004',
      '%PDF-1.7',
      'GIF89a',
      '\u0089PNG\r\n\u001a\n',
      'RIFF',
    );
    await run(
      fc.asyncProperty(
        anyText,
        start,
        fc.uint8Array({ maxLength: 300 }),
        async (name, head, rest) => {
          const form = new FormData();
          const content = Buffer.concat([Buffer.from(head, 'latin1'), rest]);
          form.set('file', new File([content], name.toWellFormed()));
          await expectNoFault(
            await app.fetch('/api/files', { method: 'POST', body: form, headers: client.headers }),
          );
        },
      ),
      60,
    );
  });

  it('never fails for any multipart body', async () => {
    const line = fc.constantFrom(
      '--b',
      '--b--',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Disposition: form-data; name="x"',
      'Content-Type: text/plain',
      '',
      'words',
    );
    await run(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        await expectNoFault(
          await app.fetch('/api/files', {
            method: 'POST',
            body: lines.join('\r\n'),
            headers: { ...client.headers, 'Content-Type': 'multipart/form-data; boundary=b' },
          }),
        );
      }),
      60,
    );
  });

  it('never fails for any headers of the tus protocol or any range', async () => {
    await run(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'),
        headerText,
        headerText,
        fc.oneof(headerText, fc.integer().map(String)),
        async (method, metadata, range, number) => {
          for (const path of [
            '/api/files',
            '/api/files/1',
            `/api/files/${encodeURIComponent(number)}`,
          ]) {
            const response = await app.fetch(path, {
              method,
              headers: {
                ...client.headers,
                'Tus-Resumable': '1.0.0',
                'Upload-Length': number,
                'Upload-Offset': number,
                'Upload-Metadata': metadata,
                'Content-Type': 'application/offset+octet-stream',
                Range: range,
              },
              ...(method === 'PATCH' && { body: metadata }),
            });
            if (method === 'HEAD') continue;
            await expectNoFault(response);
          }
        },
      ),
      40,
    );
  });
});
