import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

it.each(['deploy/kestrel.service', 'Dockerfile'])(
  '%s starts the server with its flags',
  async (file) => {
    const { serverFlags } = (await import(pathToFileURL('src/cli/supervise.mjs').href)) as {
      serverFlags: string[];
    };
    expect(serverFlags.length).toBeGreaterThan(0);
    const text = readFileSync(file, 'utf8');
    expect(serverFlags.filter((flag) => !text.includes(flag))).toEqual([]);
  },
);
