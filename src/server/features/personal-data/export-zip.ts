import { Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import { AppError } from '~/contract/common/errors';
import { exportBytesMax } from '~/contract/personal-data/personal-data';
import type { OpenFile } from '~/server/features/files/files.service';
import type { OwnRecords } from './own-records';

const notes = (agency: string) => `What ${agency} keeps about you.

account.json          your account, billing data, sessions and plans
quotes.json           what you asked a price for, with the answers
contact-messages.json what you wrote by the contact form, with the answers
requests.json         your requests, with their messages
written.json          what you wrote in requests of your company
proposals.json        proposals that were sent to you
invoices.json         invoices to you, with their credit notes
recurring.json        invoices that are made for you again and again
payments.json         your payments
testimonials.json     what you have said of our work, with your consent
mails.json            mails that were sent to you
files.json            the list of your files; they are in the folder files
picture.webp          your picture, if there is one
`;

async function* oneJson(value: Promise<object>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(await value, null, 2)}\n`);
}

async function* jsonArray(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  let before = '[';
  for await (const row of rows) {
    yield Buffer.from(`${before}\n${JSON.stringify(row, null, 2)}`);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n');
}

/**
 * Yields the ZIP file of a client's data in chunks. Reads rows and files one after the other while the ZIP is written,
 * so that memory contains at most a page of rows, a thread or a chunk of a file.
 *
 * @param open opens a file that the client may read
 */
export async function* exportZipOf(
  records: OwnRecords,
  options: {
    agency: string;
    open(id: number): Promise<OpenFile>;
    /** Returns the picture of the account; undefined without one. */
    picture(): Promise<Buffer | undefined>;
  },
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const add = (name: string, compress: boolean, content: () => AsyncIterable<Buffer>) =>
    zip.addReadStreamLazy(name, { compress }, (ready) =>
      ready(null, Readable.from(content(), { objectMode: false })),
    );
  zip.addBuffer(Buffer.from(notes(options.agency)), 'read-me.txt');
  add('account.json', true, () => oneJson(records.account()));
  const lists = {
    quotes: records.quotes,
    'contact-messages': records.contactMessages,
    requests: records.requests,
    written: records.writtenElsewhere,
    proposals: records.proposals,
    invoices: records.invoices,
    recurring: records.recurringInvoices,
    payments: records.payments,
    testimonials: records.testimonials,
    mails: records.mails,
  };
  for (const [name, rows] of Object.entries(lists)) {
    add(`${name}.json`, true, () => jsonArray(rows()));
  }
  const files = await records.files();
  let bytes = 0;
  const listed = files.map((file) => {
    bytes += file.size;
    return { ...file, path: bytes <= exportBytesMax ? `files/${file.id}-${file.name}` : null };
  });
  add('files.json', true, () => oneJson(Promise.resolve(listed)));
  for (const { id, path } of listed) {
    // Does not compress files, because most are compressed already.
    if (path) add(path, false, () => contentOf(() => options.open(id)));
  }
  const picture = await options.picture();
  if (picture) zip.addBuffer(picture, 'picture.webp', { compress: false });
  zip.end();
  yield* output as AsyncIterable<Buffer>;
}

/** Yields no content if the file was deleted in the meantime, or no longer belongs to the client. */
async function* contentOf(open: () => Promise<OpenFile>): AsyncGenerator<Buffer> {
  const file = await open().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (file) yield* file.read(0, file.size);
}
