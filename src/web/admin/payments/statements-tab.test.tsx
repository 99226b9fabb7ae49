import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type {
  BankEntry,
  BankStatement,
  ImportedStatement,
  TablePreview,
} from '~/contract/bank/bank-schema';
import { sampleAdminInvoice } from '~/testing/invoices';
import { pageOf, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

type BankAnswers = NonNullable<NonNullable<Answers['admin']>['bank']>;

const invoice = {
  ...{ id: 21, number: 'INV-2026-0007', clientName: 'Ada Byron' },
  clientEmail: 'ada@example.com',
  ...{ remaining: '100.00', amount: '100.00' },
};

const sampleEntry = (changes: Partial<BankEntry> = {}): BankEntry => ({
  ...{ id: 7, statementId: 3, account: 'DE02120300000000202051' },
  ...{ bookedOn: '2026-03-04', valueOn: '2026-03-04', amount: '100.00', currency: 'EUR' },
  ...{ isCredit: true, isReturn: false, returnReason: '', name: 'BYRON ADA', iban: 'GB82' },
  ...{ reference: 'Thanks for INV-2026-0007', endToEndId: '', bankReference: '' },
  ...{ state: 'proposed', left: '100.00', payments: [], isReturned: false, decided: null },
  proposal: {
    ...{ by: 'number', fit: 'exact', isSure: true, returnsEntryId: null, canReopen: false },
    invoices: [invoice],
  },
  ...changes,
});

/** Fake server with one entry, which the responses move from list to list. */
function bankOf(start: BankEntry, changes: BankAnswers = {}): BankAnswers {
  let entry = start;
  const become = (state: BankEntry['state']) => () => {
    entry = { ...entry, state, proposal: state === 'proposed' ? start.proposal : null };
    return entry;
  };
  return {
    entries: ({ status }) => ({
      ...pageOf(entry.state === status ? [entry] : []),
      counts: { [entry.state]: 1 },
    }),
    book: become('booked'),
    reopen: become('booked'),
    ignore: become('ignored'),
    undo: become('proposed'),
    ...changes,
  };
}

const open = (bank: BankAnswers, search = '', more: NonNullable<Answers['admin']> = {}) =>
  renderSection(`?section=payments&tab=statements${search}`, { bank, ...more });
const card = (name = 'BYRON ADA') => screen.findByRole('listitem', { name });
const inCard = async () => within(await card());

/** Fakes the responses to submitted forms, in this order. */
function stubUploads(...answers: [number, object][]) {
  const sent: { url: string; form: FormData }[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!(init?.body instanceof FormData)) return real(url, init);
    sent.push({ url, form: init.body });
    const [status, body] = answers.shift() ?? [500, {}];
    return Promise.resolve(Response.json(body, { status }));
  });
  return sent;
}
const statement = (name = 'march.xml') => new File(['<Document/>'], name, { type: 'text/xml' });
const choose = () => screen.findByLabelText('Bank statement');

const imported: ImportedStatement = {
  ...{ id: 3, entries: 12, new: 5, booked: 2, proposed: 2, alreadyKnown: 7, notes: ['A note.'] },
};

it('the proposed invoice is booked with one click', async () => {
  const { user, api } = await open(bankOf(sampleEntry()));
  expect(await card()).toHaveTextContent('INV-2026-0007 of Ada Byron, €100.00 outstanding');
  expect(await card()).toHaveTextContent('Matched by number; exact amount.');
  await user.click((await inCard()).getByRole('button', { name: 'Match to INV-2026-0007' }));
  await screen.findByText(/^Nothing to match/);
  expect(api.inputsOf('admin.bank.book')).toEqual([
    { id: 7, invoices: [{ id: 21, amount: '100.00' }] },
  ]);
  expect(shownToasts()).toEqual(['SuccessPayment matched']);
});

it('an entry is divided among searched invoices, and only booked as a whole', async () => {
  const { user, api } = await open(bankOf(sampleEntry({ proposal: null })), '', {
    invoices: {
      page: () => ({
        ...pageOf([
          sampleAdminInvoice({ id: 21, currency: 'EUR', remaining: '60.00' }),
          sampleAdminInvoice({
            ...{ id: 22, number: 'INV-2026-0008', currency: 'EUR', remaining: '90.00' },
          }),
          sampleAdminInvoice({ id: 23, number: 'INV-2026-0009', currency: 'USD' }),
        ]),
        totals: [],
      }),
    },
  });
  await user.click((await inCard()).getByRole('button', { name: /^Choose invoices/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Split payment' }));
  const book = dialog.getByRole('button', { name: 'Match' });
  expect(book).toBeDisabled();
  await user.click(await dialog.findByRole('button', { name: /^INV-2026-0007/ }));
  expect(dialog.getByLabelText(/^INV-2026-0007/)).toHaveValue('60.00');
  expect(dialog.getByText('€40.00 left to allocate.')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: /^INV-2026-0009/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: /^INV-2026-0008/ }));
  expect(dialog.getByLabelText(/^INV-2026-0008/)).toHaveValue('40.00');
  await user.clear(dialog.getByLabelText(/^INV-2026-0008/));
  await user.type(dialog.getByLabelText(/^INV-2026-0008/), '50');
  expect(dialog.getByText('€10.00 more than received.')).toBeInTheDocument();
  expect(book).toBeDisabled();
  await user.clear(dialog.getByLabelText(/^INV-2026-0007/));
  await user.type(dialog.getByLabelText(/^INV-2026-0007/), '50,00');
  await user.click(book);
  await screen.findByText(/^Nothing to match/);
  expect(api.inputsOf('admin.bank.book')).toEqual([
    {
      id: 7,
      invoices: [
        { id: 21, amount: '50.00' },
        { id: 22, amount: '50' },
      ],
    },
  ]);
});

it('the invoice of a returned payment is reopened', async () => {
  const debit = sampleEntry({
    ...{ isCredit: false, isReturn: true, returnReason: 'AC04' },
    proposal: {
      ...{ by: 'return', fit: 'exact', isSure: false, returnsEntryId: 5, canReopen: true },
      invoices: [invoice],
    },
  });
  const { user, api } = await open(bankOf(debit));
  expect(await card()).toHaveTextContent('Returned by the bank: AC04');
  expect(await card()).toHaveTextContent('This reverses the payment of INV-2026-0007');
  await user.click((await inCard()).getByRole('button', { name: 'Reopen invoice' }));
  await waitFor(() => expect(api.inputsOf('admin.bank.reopen')).toEqual([{ id: 7 }]));
});

it('a confirmation precedes undoing a booking', async () => {
  const payments = [{ ...invoice, paymentId: 9, isReversed: false }];
  const booked = sampleEntry({ state: 'booked', proposal: null, payments });
  const { user, api } = await open(bankOf(booked), '&status=booked');
  expect(await card()).toHaveTextContent('Paid €100.00 of INV-2026-0007');
  await user.click((await inCard()).getByRole('button', { name: /^Undo/ }));
  expect(api.inputsOf('admin.bank.undo')).toEqual([]);
  await user.click((await inCard()).getByRole('button', { name: /^Undo and email the client/ }));
  await waitFor(() => expect(api.inputsOf('admin.bank.undo')).toEqual([{ id: 7 }]));
});

it('a file is imported, and its result shown', async () => {
  const sent = stubUploads([200, imported]);
  const { user } = await open(bankOf(sampleEntry()));
  await user.upload(await choose(), statement());
  expect(await screen.findByText(/^5 entries new, 7 already imported/)).toHaveTextContent(
    '5 entries new, 7 already imported. 2 matched automatically. 2 to match. 1 outgoing, skipped. A note.',
  );
  expect(sent.map(({ url }) => url)).toEqual(['/api/admin/bank-statements']);
  expect(sent[0]?.form.get('file')).toHaveProperty('name', 'march.xml');
});

const table: TablePreview = {
  columns: ['Date', 'Sum', 'Text'],
  rows: [['01.03.2026', '5,00', 'INV-2026-0007']],
  guess: {
    ...{ account: '', currency: 'EUR', delimiter: ';', headerLine: 1, dateOrder: 'dmy' },
    ...{ decimal: ',', date: 0, amount: null, debit: null, direction: null, valueDate: null },
    ...{ name: null, iban: null, reference: [2], currencyColumn: null, bankReference: null },
  },
  ...{ encodings: [], directionWords: [], stateWords: [], read: null, problem: null },
};
const row = { line: 2, bookedOn: '2026-03-01', amount: '5.00', currency: 'EUR', isCredit: true };
const read: TablePreview['read'] = {
  rows: [
    { ...row, name: '', reference: 'INV-2026-0007', problem: '' },
    { ...row, line: 3, name: '', reference: '', problem: '“x” is not an amount' },
  ],
  ...{ entries: 1, notes: ['Left out: 1 entry, pending (“vorgemerkt”).'] },
};

it('the import asks for the columns of a table, and shows errors at their fields', async () => {
  const message = 'Please choose which column of this table is which.';
  const sent = stubUploads(
    [400, { message, issues: [{ path: 'mapping', message }] }],
    [200, { table }],
    [200, { table: { ...table, read } }],
    [
      400,
      {
        message: 'Line 2: “x” is no sum',
        issues: [{ path: 'mapping', message: 'Line 2: “x” is no sum' }],
      },
    ],
    [200, imported],
  );
  const { user } = await open(bankOf(sampleEntry()));
  await user.upload(await choose(), statement('march.csv'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Match the columns' }));
  expect(dialog.getByRole('table')).toHaveTextContent('01.03.2026');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(dialog.getByText('Please enter the IBAN of your account')).toBeVisible();
  expect(dialog.getByText('Please choose a column')).toBeVisible();
  expect(sent).toHaveLength(2);
  await user.selectOptions(dialog.getByLabelText(/^Amount or money in/), 'Sum');
  const shown = await dialog.findByRole('table', { name: 'Rows as read' });
  expect(shown).toHaveTextContent(/21 Mar 2026\+€5.00InINV-2026-0007/);
  expect(shown).toHaveTextContent('3“x” is not an amount');
  expect(dialog.getByText('Left out: 1 entry, pending (“vorgemerkt”).')).toBeVisible();
  expect(JSON.parse(String(sent[2]?.form.get('mapping')))).toMatchObject({ date: 0, amount: 1 });
  await user.type(dialog.getByLabelText(/^IBAN of your account/), 'DE1');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Line 2: “x” is no sum');
  expect(dialog.getByLabelText(/^IBAN of your account/)).toHaveValue('DE1');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText(/^5 entries new/);
  expect(JSON.parse(String(sent[4]?.form.get('mapping')))).toMatchObject({
    ...{ account: 'DE1', date: 0, amount: 1, reference: [2] },
  });
});

it('the import asks which words of a column mean money out', async () => {
  const message = 'No amount of this table has a sign.';
  const issues = [{ path: 'mapping.direction', message }];
  const { direction: _, ...guess } = table.guess;
  const asked: TablePreview = {
    ...{ ...table, guess: { ...guess, account: 'DE1', amount: 1 } },
    problem: { field: 'direction', message },
  };
  const words = (direction: 'out' | null) => [{ word: 'Abfluss', direction }];
  const sent = stubUploads(
    [400, { message, issues }],
    [200, { table: asked }],
    [200, { table: { ...asked, directionWords: words(null), problem: null } }],
    [200, { table: { ...asked, directionWords: words('out'), problem: null, read } }],
    [200, imported],
  );
  const { user } = await open(bankOf(sampleEntry()));
  await user.upload(await choose(), statement('march.csv'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Match the columns' }));
  expect(dialog.getByText(message)).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('In/out column'), 'Text');
  await user.selectOptions(await dialog.findByLabelText('Abfluss'), 'Money out');
  await dialog.findByRole('table', { name: 'Rows as read' });
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText(/^5 entries new/);
  const mappings = sent.slice(2).map(({ form }) => JSON.parse(String(form.get('mapping'))));
  expect(mappings.map(({ direction, directionWords }) => [direction, directionWords])).toEqual([
    [2, undefined],
    [2, { Abfluss: 'out' }],
    [2, { Abfluss: 'out' }],
  ]);
});

it('the import asks which words of a column mean booked, and whether positive amounts are charges', async () => {
  const message = '“Udført” does not say whether the entry is booked.';
  const guess = { ...table.guess, account: 'DE1', amount: 1, state: 2 };
  const asked = (state: 'booked' | null): TablePreview => ({
    ...{ ...table, guess, read: state && read },
    stateWords: [{ word: 'Udført', state }],
    problem: state ? null : { field: 'state', message },
  });
  const sent = stubUploads(
    [400, { message, issues: [{ path: 'mapping.state', message }] }],
    [200, { table: asked(null) }],
    [200, { table: asked('booked') }],
    [200, { table: asked('booked') }],
    [200, imported],
  );
  const { user } = await open(bankOf(sampleEntry()));
  await user.upload(await choose(), statement('march.csv'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Match the columns' }));
  expect(dialog.getByText(message)).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Udført'), 'Booked');
  await dialog.findByRole('table', { name: 'Rows as read' });
  await user.selectOptions(
    dialog.getByLabelText('Positive amounts'),
    'Money out, as charges of credit cards',
  );
  await waitFor(() => expect(sent).toHaveLength(4));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Import' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText(/^5 entries new/);
  expect(JSON.parse(String(sent[4]?.form.get('mapping')))).toMatchObject({
    ...{ stateWords: { Udført: 'booked' }, areCharges: true },
  });
});

it('the import asks for an unclear encoding, and guesses the columns again in the chosen one', async () => {
  const message = 'The encoding of this file is unclear.';
  const asked: TablePreview = {
    ...{ ...table, columns: ['Opis\u00f1', 'Sum', 'Text'] },
    problem: { field: 'encoding', message },
    encodings: [
      { encoding: 'windows-1252', lines: ['Poznañ'] },
      { encoding: 'windows-1250', lines: ['Poznań'] },
    ],
  };
  const guess = { ...table.guess, amount: 1, encoding: 'windows-1250' as const };
  const again: TablePreview = {
    ...{ ...asked, columns: ['Opisń', 'Sum', 'Text'], guess, read, problem: null },
  };
  const sent = stubUploads(
    [400, { message, issues: [{ path: 'mapping.encoding', message }] }],
    [200, { table: asked }],
    [200, { table: again }],
    [200, imported],
  );
  const { user } = await open(bankOf(sampleEntry()));
  await user.upload(await choose(), statement('march.csv'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Match the columns' }));
  expect(dialog.getByText(message)).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: /^Central European/ }));
  expect(await dialog.findByRole('columnheader', { name: 'Opisń' })).toBeVisible();
  expect(sent[2]?.form.get('encoding')).toBe('windows-1250');
  await user.type(dialog.getByLabelText(/^IBAN of your account/), 'DE1');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText(/^5 entries new/);
  expect(JSON.parse(String(sent[3]?.form.get('mapping')))).toMatchObject({
    ...{ account: 'DE1', amount: 1, encoding: 'windows-1250' },
  });
});

it('imported files are listed, and one without bookings can be removed', async () => {
  const file: BankStatement = {
    ...{ id: 3, fileName: 'march.xml', format: 'camt.053', accounts: ['DE02120300000000202051'] },
    ...{ entries: 12, new: 5, booked: 0, proposed: 2, notes: [], importedBy: 'Ada Byron' },
    createdAt: '2026-03-05T09:00:00.000Z',
  };
  const other = { ...file, id: 2, fileName: 'february.xml', new: 12, booked: 3 };
  const { user, api } = await open(
    bankOf(sampleEntry(), {
      statementsPage: () => pageOf([file, other]),
      removeStatement: () => ({ id: 3 }),
    }),
    '&status=files',
  );
  const shown = within(await screen.findByRole('listitem', { name: 'march.xml' }));
  expect(shown.getByText('12 entries, 5 new, 2 to match')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove february.xml' })).toBeNull();
  expect(screen.queryByRole('searchbox', { name: 'Search entries' })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Remove march.xml' }));
  await user.click(shown.getByRole('button', { name: 'Remove 5 entries' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessStatement removed']));
  expect(api.inputsOf('admin.bank.removeStatement')).toEqual([{ id: 3 }]);
});
