import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import type { TextEncoding } from '~/contract/values/text-encodings';
import { createThread } from '~/server/platform/thread';
import type { DecodedFile, ReadingJob, TableDefaults, TableResult } from './parse-statement';
import type { ReadResult } from './read-result';

/** Limits for one file. Reading 10,000 entries takes about half a second. */
export const statementReading = { ms: 6_000, heapMb: 96 };
/** Idle time after which the thread ends, because it uses some 20 MB. */
const idleMs = 30_000;

const built = join('dist', 'server', 'bank', 'bank-worker.js');

/** Choices that an admin has made for a table. */
export interface TableChoices {
  mapping?: CsvMapping | undefined;
  /** Encoding used to guess the columns if there is no mapping. */
  encoding?: TextEncoding | undefined;
}

export interface StatementReader {
  read(bytes: Uint8Array, mapping?: CsvMapping): Promise<ReadResult>;
  /** Returns the first rows of a table, read with a mapping or a guess. */
  show(bytes: Uint8Array, defaults: TableDefaults, chosen?: TableChoices): Promise<TableResult>;
  /** Decodes a text file of another kind. */
  decode(bytes: Uint8Array, encoding?: TextEncoding): Promise<DecodedFile>;
}

type Result = ReadResult | TableResult | DecodedFile;

/**
 * Reads bank files in a separate thread, one at a time, so that they do not delay other requests.
 *
 * @param file the built `bank-worker.ts`; without it, as in development, files are read in this thread
 */
export function createStatementReader(
  file: string | undefined = existsSync(built) ? built : undefined,
): StatementReader {
  const one = pLimit(1);
  const askThread = file
    ? createThread<ReadingJob, Result>(file, {
        name: 'bank statements',
        ...statementReading,
        idleMs,
      })
    : undefined;

  async function ask<Answer extends Result>(job: ReadingJob): Promise<Answer> {
    if (!askThread) {
      // Imported with the first file, so that startup does not wait for it.
      const { answer } = await import('./parse-statement');
      return answer(job) as Answer;
    }
    const answer = await one(() => askThread(job));
    if (typeof answer !== 'symbol') return answer as Answer;
    return {
      ok: false,
      reason:
        'This file took too much time or memory to read. Please export fewer rows or shorter spans of days, one file each.',
    } as Answer;
  }

  return {
    read: (bytes, mapping) => ask<ReadResult>({ ask: 'entries', bytes, mapping }),
    show: (bytes, defaults, chosen) =>
      ask<TableResult>({ ask: 'table', bytes, defaults, ...chosen }),
    decode: (bytes, encoding) => ask<DecodedFile>({ ask: 'text', bytes, encoding }),
  };
}
