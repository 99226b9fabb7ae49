import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { AdminUser } from '~/contract/admin/admin-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { sampleAdminInvoice, sampleCreditNote, samplePaidByTransfer } from '~/testing/invoices';
import { drawer, pageOf, renderPanel, rowOf, sampleUser } from '~/testing/panel';
import { sampleItemDefaults } from '~/testing/proposals';
import { type Answers, allowOnConsole, shownToasts } from '~/testing/render';

type InvoiceAnswers = NonNullable<NonNullable<Answers['admin']>['invoices']>;

const link = { number: 'INV-2026-0007', url: 'http://agency.test/invoices/a-token' };

function open(
  search: string,
  invoice: AdminInvoice,
  more: InvoiceAnswers = {},
  role?: 'viewer',
  clients: AdminUser[] = [],
) {
  // The test's document has none.
  allowOnConsole(/No <!doctype html> found/);
  return renderPanel(
    `?section=invoices${search}`,
    {
      invoices: {
        page: () => ({ ...pageOf([invoice]), totals: [] }),
        get: () => invoice,
        preview: () => ({ valid: true, syntaxes: ['cii', 'ubl'] }),
        vatCheck: () => unchecked,
        ...more,
      },
      proposals: {
        itemDefaults: () => sampleItemDefaults(),
        suggestions: () => [],
      },
      users: { page: () => pageOf(clients) },
    },
    role && { role },
  );
}

const unchecked = {
  number: '',
  status: 'not_checked' as const,
  checkedAt: null,
  consultationNumber: '',
};

const draft = (changes: Partial<AdminInvoice> = {}) =>
  sampleAdminInvoice({ status: 'draft', number: null, issueDate: null, dueDate: null, ...changes });

describe('the list of invoices', () => {
  it('shows overdue ones apart, and counts none of them twice', async () => {
    const rows = [sampleAdminInvoice({ overdue: true, company: 'Holm Joinery AS' })];
    await open('', rows[0] as AdminInvoice, {
      page: () => ({
        rows,
        total: 1,
        counts: { open: 1, overdue: 1 },
        totals: [{ currency: 'EUR', total: '1428.00', remaining: '428.00', drafts: '70.00' }],
      }),
    });
    expect(await screen.findByText('All 1')).toBeVisible();
    expect(screen.getByText('Overdue 1')).toBeVisible();
    expect(
      screen.getByText('Issued €1,428.00, of which €428.00 to be paid; drafts €70.00'),
    ).toBeVisible();
    const row = within(rowOf('INV-2026-0007'));
    expect(row.getByText('Overdue')).toBeVisible();
    expect(row.getByText('Holm Joinery AS')).toBeVisible();
  });
});

it('says for which part a draft is, when it is planned, and limits the list to a span', async () => {
  const part = draft({ about: 'Deposit: A website', scheduledFor: '2026-12-24' });
  const { user, location, api } = await open('', part);
  const row = within(rowOf('Draft'));
  expect(row.getAllByText('Deposit: A website').at(-1)).toBeVisible();
  expect(row.getByText(/^Planned for/)).toHaveTextContent('Planned for 24 Dec 2026');
  await user.type(screen.getByLabelText('Due from'), '2026-11-01');
  await waitFor(() => expect(location()).toBe('/admin?section=invoices&from=2026-11-01'));
  expect(api.inputsOf('admin.invoices.page').at(-1)).toMatchObject({ from: '2026-11-01' });
  await user.click(screen.getByRole('button', { name: 'Clear dates' }));
  await waitFor(() => expect(location()).toBe('/admin?section=invoices'));
});

describe('a draft', () => {
  it('for a client who was chosen before begins with their billing data', async () => {
    const buyer = { name: 'Priya Raman', email: 'billing@example.com', company: 'Raman Legal' };
    const { api } = await open('&open=new&client=client-2', draft(), { lastBuyer: () => buyer });
    expect(await drawer().findByLabelText('Company')).toHaveValue('Raman Legal');
    expect(drawer().getByLabelText(/^Name/)).toHaveValue('Priya Raman');
    expect(api.inputsOf('admin.invoices.lastBuyer')).toEqual([{ clientId: 'client-2' }]);
  });

  it('is for a client without a name, who is picked by their e-mail', async () => {
    const nameless = sampleUser({ firstName: '', lastName: '', email: 'ola@example.com' });
    const buyer = { name: 'ola@example.com', email: 'ola@example.com', company: 'Holm Joinery' };
    const answers = { lastBuyer: () => buyer };
    const { user } = await open('&open=new', draft(), answers, undefined, [nameless]);
    await user.type(await drawer().findByLabelText(/^Name/), 'ola');
    await user.click(await screen.findByRole('option', { name: 'ola@example.com', hidden: true }));
    await waitFor(() => expect(drawer().getByLabelText('Company')).toHaveValue('Holm Joinery'));
    expect(drawer().getByLabelText(/^Name/)).toHaveValue('ola@example.com');
  });

  it('is written, saved and issued, and shows its link', async () => {
    const made = draft();
    const { user, api } = await open('&open=new', made, {
      create: () => made,
      issue: () => link,
    });
    // Pasted, since each letter that is typed draws the whole form again.
    const fill = async (field: HTMLElement, text: string) => {
      await user.click(field);
      await user.paste(text);
    };
    await fill(await drawer().findByLabelText(/^Name/), 'Grace Hopper');
    await fill(drawer().getByLabelText(/^E-mail/), 'grace@example.com');
    const field = (name: string) => drawer().getByLabelText(name, { selector: 'input' });
    await fill(field('Description of item 1'), 'Design');
    await fill(field('Unit price of item 1'), '1.250,25');
    await user.click(drawer().getByRole('button', { name: 'Save and issue' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue this invoice?' }));
    expect(question.getByText('$1,487.80 to Grace Hopper')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Issue' }));
    expect(await screen.findByDisplayValue(link.url)).toBeVisible();
    expect(api.inputsOf('admin.invoices.create')).toMatchObject([
      {
        client: { name: 'Grace Hopper', email: 'grace@example.com' },
        items: [{ description: 'Design', quantity: '1', unitPrice: '1250.25', taxRate: '19' }],
        dueDate: null,
      },
    ]);
    expect(api.inputsOf('admin.invoices.issue')).toEqual([{ id: made.id }]);
    expect(shownToasts()).toEqual(['SuccessInvoice issued and mailed']);
  });

  it('takes the tax that fits its client, and keeps the one that a person chose', async () => {
    const { user } = await open('&open=new', draft(), {
      vatCheck: ({ vatNumber }: { vatNumber: string }) => ({
        ...unchecked,
        number: vatNumber,
        status: vatNumber.endsWith('99') ? 'invalid' : 'valid',
      }),
    });
    const fill = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    const category = (nth: number) => drawer().getByLabelText(`Tax category of item ${nth}`);
    expect(await drawer().findByText(/^: as at home/)).toBeVisible();
    expect(category(1)).toHaveValue('S');
    await user.click(drawer().getByRole('button', { name: 'Add item' }));
    await user.selectOptions(category(2), 'E');
    const field = (name: string) => drawer().getByLabelText(name, { selector: 'input' });
    expect(field('Tax % of item 2')).toHaveValue('0');
    await fill(field('Description of item 2'), 'A lecture');
    await user.click(drawer().getByLabelText('Country', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: 'France', hidden: true }));
    await fill(field('Company'), 'Martin SARL');
    await fill(field('VAT number'), 'FR12345678901');
    expect(await drawer().findByText(/with a valid VAT number/)).toBeVisible();
    expect(category(1)).toHaveValue('AE');
    expect(category(2)).toHaveValue('E');
    await fill(field('VAT number'), 'FR12345678999');
    expect(await drawer().findByText(/was found invalid/)).toBeVisible();
    expect(category(1)).toHaveValue('S');
    await user.click(drawer().getByRole('button', { name: 'Use it for all items' }));
    expect(category(2)).toHaveValue('S');
    expect(field('Tax % of item 2')).toHaveValue('19');
  });

  it('names what keeps it from being a structured one before it is issued', async () => {
    const missing = [
      { path: 'client.vatNumber', message: 'The VAT number of the client' },
      { path: 'seller.country', message: 'The country of the agency' },
    ];
    const client = { ...draft().client, company: 'Gent NV', country: 'BE' };
    const { user } = await open('&open=21', draft({ client }), {
      preview: () => ({ valid: false, missing }),
    });
    await user.click(await drawer().findByRole('button', { name: 'Save and issue' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue this invoice?' }));
    expect(await question.findByText('A structured invoice is due')).toBeVisible();
    expect(question.getByText('The VAT number of the client')).toBeVisible();
    expect(question.getByRole('link', { name: 'enter it in Settings' })).toBeVisible();
    expect(question.getByRole('button', { name: 'Issue' })).toBeVisible();
  });

  it('is not issued by a later save after a field was wrong', async () => {
    const { user, api } = await open('&open=21', draft({ client: { name: '', email: '' } }), {
      update: () => draft(),
    });
    await user.click(await drawer().findByRole('button', { name: 'Save and issue' }));
    expect(await drawer().findByText('Please enter a name')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Issue this invoice?' })).toBeNull();
    await user.type(drawer().getByLabelText(/^Name/), 'Grace Hopper');
    await user.type(drawer().getByLabelText(/^E-mail/), 'grace@example.com');
    await user.click(drawer().getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDraft saved']));
    expect(api.inputsOf('admin.invoices.issue')).toEqual([]);
  });

  it('that is due before the day of issue is not issued', async () => {
    const { user } = await open('&open=21', draft({ dueDate: '2026-01-31' }));
    await user.click(await drawer().findByRole('button', { name: 'Save and issue' }));
    expect(await drawer().findByText('This is before today, the day of issue')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Issue this invoice?' })).toBeNull();
  });

  it('without an item is not issued', async () => {
    const { user } = await open('&open=21', draft({ items: [] }));
    await user.click(await drawer().findByRole('button', { name: 'Save and issue' }));
    expect(await drawer().findByText('The invoice needs an item')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Issue this invoice?' })).toBeNull();
  });

  it('takes all of a chosen client, and keeps nothing of the one before', async () => {
    const before = {
      name: 'Jonah Whitfield',
      email: 'jonah@example.com',
      company: 'Skerrow Ferries',
      address: '1 Quay',
      postcode: 'PA34',
      city: 'Oban',
      country: 'GB',
      taxNumber: 'GB1',
    };
    const buyer = { name: 'Priya Raman', email: 'billing@example.com', country: 'DE' };
    const { user, api } = await open(
      '&open=21',
      draft({ client: before }),
      {
        lastBuyer: () => buyer,
        update: () => draft(),
      },
      undefined,
      [sampleUser({ id: 'client-2', firstName: 'Priya', lastName: 'Raman' })],
    );
    const name = await drawer().findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Priya');
    await user.click(await screen.findByRole('option', { name: /^Priya Raman/, hidden: true }));
    await waitFor(() => {
      expect(drawer().getByLabelText(/^E-mail/)).toHaveValue('billing@example.com');
      expect(drawer().getByLabelText('Country', { selector: 'input' })).toHaveValue('Germany');
    });
    expect(drawer().getByLabelText('Company')).toHaveValue('');
    await user.click(drawer().getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDraft saved']));
    expect(api.inputsOf('admin.invoices.lastBuyer')).toEqual([{ clientId: 'client-2' }]);
    expect(api.inputsOf('admin.invoices.update')).toMatchObject([
      {
        clientId: 'client-2',
        client: {
          ...buyer,
          company: '',
          address: '',
          postcode: '',
          city: '',
          taxNumber: '',
        },
      },
    ]);
  });

  it('keeps no address of the client whose name is typed over, and offers the company again', async () => {
    const client = { name: 'Jonah Whitfield', email: 'jonah@example.com', company: 'Skerrow' };
    const { user } = await open('&open=21', draft({ clientId: 'client-1', client }));
    const name = await drawer().findByLabelText(/^Name/);
    await user.type(name, ' junior');
    expect(drawer().getByLabelText(/^E-mail/)).toHaveValue('jonah@example.com');
    await user.clear(name);
    await user.type(name, 'Priya Raman');
    expect(name).toHaveValue('Priya Raman');
    expect(drawer().getByLabelText(/^E-mail/)).toHaveValue('');
    expect(drawer().getByLabelText('Company')).toHaveValue('');
    await user.click(drawer().getByRole('button', { name: 'Use company and address of Skerrow' }));
    expect(drawer().getByLabelText('Company')).toHaveValue('Skerrow');
    expect(drawer().getByLabelText(/^E-mail/)).toHaveValue('');
    expect(name).toHaveValue('Priya Raman');
  });

  it('shows no error of a field that a choice has filled', async () => {
    const { user } = await open(
      '&open=21',
      draft({ client: { name: '', email: '' } }),
      { lastBuyer: () => ({ name: 'Priya Raman', email: 'priya@example.com' }) },
      undefined,
      [sampleUser({ id: 'client-2', firstName: 'Priya', lastName: 'Raman' })],
    );
    await user.click(await drawer().findByRole('button', { name: 'Save and issue' }));
    expect(await drawer().findByText('Please enter a name')).toBeVisible();
    await user.type(drawer().getByLabelText(/^Name/), 'Priya');
    await user.click(await screen.findByRole('option', { name: /^Priya Raman/, hidden: true }));
    await waitFor(() => expect(drawer().getByLabelText(/^E-mail/)).toBeValid());
    expect(drawer().queryByText('Please enter a name')).toBeNull();
  });

  it('is deleted when asked twice', async () => {
    const { user, api } = await open('&open=21', draft(), { remove: () => ({ id: 21 }) });
    await user.click(await drawer().findByRole('button', { name: 'Delete' }));
    expect(api.inputsOf('admin.invoices.remove')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDraft deleted']));
  });
});

describe('an issued invoice', () => {
  it('takes a transfer in part, under a key', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await open('&open=21', invoice, {
      recordTransfer: () => ({ ...samplePaidByTransfer, invoice }),
    });
    await user.click(await drawer().findByRole('button', { name: 'Record transfer' }));
    const amount = await screen.findByLabelText(/^Amount in USD/);
    expect(amount).toHaveValue('1428.00');
    await user.clear(amount);
    await user.type(amount, '500');
    await user.click(screen.getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessTransfer recorded']));
    expect(api.inputsOf('admin.invoices.recordTransfer')).toMatchObject([
      { id: 21, amount: '500', key: expect.any(String), date: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it('is credited in whole, with a reason', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await open('&open=21', invoice, {
      credit: () => ({ ...sampleCreditNote, invoice }),
    });
    await user.click(await drawer().findByRole('button', { name: 'Credit' }));
    const submit = await screen.findByRole('button', { name: 'Issue credit note' });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText(/^Reason/), 'A wrong rate');
    await user.click(submit);
    await waitFor(() =>
      expect(shownToasts()).toEqual(['SuccessCredit note INV-2026-0008 was issued and mailed']),
    );
    expect(api.inputsOf('admin.invoices.credit')).toEqual([
      { id: 21, key: expect.any(String), reason: 'A wrong rate' },
    ]);
  });

  it('is credited in part, by the items that are left and their amounts', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await open('&open=21', invoice, {
      credit: () => ({ ...sampleCreditNote, invoice }),
    });
    await user.click(await drawer().findByRole('button', { name: 'Credit' }));
    await user.click(await screen.findByText('A part'));
    const price = await screen.findByLabelText('Unit price of item 1', { selector: 'input' });
    await user.clear(price);
    await user.type(price, '50.00');
    await user.type(screen.getByLabelText(/^Reason/), 'Less work');
    await user.click(screen.getByRole('button', { name: 'Issue credit note' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.credit')).toHaveLength(1));
    const [first] = invoice.items;
    expect(api.inputsOf('admin.invoices.credit')).toMatchObject([
      {
        id: 21,
        reason: 'Less work',
        items: [
          { description: first?.description, quantity: first?.quantity, unitPrice: '50.00' },
          ...invoice.items.slice(1).map(({ description }) => ({ description })),
        ],
      },
    ]);
  });

  it('is void with a reason, unless something was paid', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await open('&open=21', invoice, { void: () => invoice });
    await user.click(await drawer().findByRole('button', { name: 'Void' }));
    const submit = await screen.findByRole('button', { name: 'Void invoice' });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText(/^Reason/), 'Sent twice');
    await user.click(submit);
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessInvoice INV-2026-0007 is void']));
    expect(api.inputsOf('admin.invoices.void')).toEqual([{ id: 21, reason: 'Sent twice' }]);
  });

  it('cannot be void once something was paid', async () => {
    await open('&open=21', sampleAdminInvoice({ paid: '500.00' }));
    expect(await drawer().findByRole('button', { name: 'Credit' })).toBeVisible();
    expect(drawer().queryByRole('button', { name: 'Void' })).toBeNull();
  });

  it('has a wrong transfer reversed, is reminded of, and its reminders are switched off', async () => {
    const invoice = sampleAdminInvoice({ payments: [samplePaidByTransfer] });
    const { user, api } = await open('&open=21', invoice, {
      reverseTransfer: () => ({ id: 3, invoice }),
      previewReminder: () => ({
        to: 'ada@example.com',
        subject: 'Reminder: invoice INV-2026-0007',
        text: 'Hello Ada Byron,\n\nThis invoice is due soon.',
      }),
      remind: () => invoice,
      switchReminders: () => invoice,
    });
    await user.click(
      await drawer().findByRole('button', { name: 'Reverse the transfer of $500.00' }),
    );
    await user.click(drawer().getByRole('button', { name: /reverse it$/ }));
    await user.click(drawer().getByRole('button', { name: 'Remind now' }));
    const mail = within(await screen.findByRole('dialog', { name: 'Mail this reminder?' }));
    expect(await mail.findByText(/This invoice is due soon/)).toBeVisible();
    expect(mail.getByText('Reminder: invoice INV-2026-0007')).toBeVisible();
    expect(api.inputsOf('admin.invoices.remind')).toEqual([]);
    await user.click(mail.getByRole('button', { name: 'Mail it' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.remind')).toHaveLength(1));
    await user.click(drawer().getByRole('switch', { name: 'Reminders' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.invoices.switchReminders')).toEqual([{ id: 21, isOn: false }]),
    );
    expect(api.inputsOf('admin.invoices.reverseTransfer')).toEqual([{ id: 21, paymentId: 3 }]);
    expect(api.inputsOf('admin.invoices.remind')).toEqual([{ id: 21 }]);
  });

  it('records what was paid too much as sent back, and proposes exactly that', async () => {
    const paid = sampleAdminInvoice({
      status: 'paid',
      overpaid: '20.00',
      payments: [samplePaidByTransfer],
    });
    const { user, api } = await open('&open=21', paid);
    await user.click(await drawer().findByRole('button', { name: /^Record a repayment to/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a repayment' }));
    expect(dialog.getByLabelText('Amount')).toHaveValue('20.00');
    expect(
      dialog.getByText(/\$20 is more than was owed: that is not credited/),
    ).toBeInTheDocument();
    expect(api.inputsOf('admin.payments.refund')).toEqual([]);
  });

  it('is only read by a viewer', async () => {
    const invoice = sampleAdminInvoice({ payments: [samplePaidByTransfer] });
    await open('&open=21', invoice, {}, 'viewer');
    expect(await drawer().findByText('Issued and mailed')).toBeVisible();
    expect(drawer().getByText('$1,428.00 to be paid by', { exact: false })).toBeVisible();
    for (const name of ['Record transfer', 'Remind now', 'Credit', 'Void', /^Reverse/]) {
      expect(drawer().queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('button', { name: 'New invoice' })).toBeNull();
  });
});

it('closes a dialog by Escape, and only then the record beneath it', async () => {
  const { user } = await open('&open=21', sampleAdminInvoice());
  await user.click(await drawer().findByRole('button', { name: 'Record transfer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record a transfer' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const record = screen.getByRole('dialog', { name: /INV-2026-0007/ });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(record).not.toBeInTheDocument());
});
