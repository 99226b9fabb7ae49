import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver from '@20minutes/s3rver';

/** The only key that the server accepts. */
const accessKey = 'S3RVER';

/** Starts an S3 server of a third party with an empty bucket. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'agency-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await server.run();
  const filesUrl = `s3://${accessKey}:${accessKey}@127.0.0.1:${port}/files?region=us-east-1&tls=no`;
  return {
    filesUrl,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
