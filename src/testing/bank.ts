import type { BankEntry, ImportedStatement } from '~/contract/bank/bank-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { TestApp } from './app';
import { askerOf } from './sign-in';
import { camtOf, statementForm, type WrittenEntry } from './statements';

type Failure = { message: string; issues?: { path: string; message: string }[] };

/** Imports statements and books their entries over REST, as an admin. */
export function bankOf(app: () => TestApp, cookie: () => string) {
  let references = 0;
  const ask = <Body>(method: string, path: string, body?: unknown) =>
    askerOf(app(), cookie())<Body>(method, path, body);

  async function send(content: string | Uint8Array<ArrayBuffer>, mapping?: object, end = '') {
    const response = await app().fetch(`/api/admin/bank-statements${end}`, {
      method: 'POST',
      headers: { Cookie: cookie() },
      body: statementForm(content, mapping),
    });
    const body = (await response.json()) as ImportedStatement & Failure;
    return { status: response.status, body };
  }

  /** Adds a bank reference to an entry that has none. */
  const unique = (entry: WrittenEntry): WrittenEntry => {
    references += 1;
    return { bankReference: `R-${references}`, ...entry };
  };

  async function entriesOf(statement: number): Promise<BankEntry[]> {
    const path = `/api/admin/bank-statements/${statement}?sort=bookedOn`;
    return (await ask<{ page: { rows: BankEntry[] } }>('GET', path)).body.page.rows;
  }

  /** Imports entries. @returns them as stored */
  async function imported(...given: WrittenEntry[]): Promise<BankEntry[]> {
    const { status, body } = await send(camtOf(given.map(unique)));
    if (status !== 200) throw new Error(body.message);
    return entriesOf(body.id);
  }

  const act = (one: { id: number }, verb: string, body?: object) =>
    ask<BankEntry & Failure>('POST', `/api/admin/bank-entries/${one.id}/${verb}`, body ?? {});

  return {
    ...{ ask, send, unique, entriesOf, imported, act },

    async only(entry: WrittenEntry): Promise<BankEntry> {
      const [row] = await imported(entry);
      if (!row) throw new Error('the entry was not stored');
      return row;
    },

    /** Returns the current state of an entry. */
    async entry(one: BankEntry): Promise<BankEntry> {
      const found = (await entriesOf(one.statementId)).find(({ id }) => id === one.id);
      if (!found) throw new Error('the entry is gone');
      return found;
    },

    book: (one: { id: number }, ...parts: [{ id: number }, string][]) =>
      act(one, 'book', { invoices: parts.map(([{ id }, amount]) => ({ id, amount })) }),

    invoice: async ({ id }: { id: number }) =>
      (await ask<AdminInvoice>('GET', `/api/admin/invoices/${id}`)).body,

    mailsAbout: ({ id }: { id: number }, subject: string) =>
      app().sql<{ to: string; subject: string }[]>`
        select "to", subject from mails where about = ${`invoice:${id}`} and subject like ${`%${subject}%`} order by id`,

    setBooksSure: (bookSureMatches: boolean) =>
      app().services.admin.settings.update('system', { key: 'bank', value: { bookSureMatches } }),
  };
}
