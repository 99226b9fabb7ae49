import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { sampleAdminInvoice } from '~/testing/invoices';
import { draftInvoice, openInvoices, uncheckedVat } from '~/testing/invoices-panel';
import { rowOf, sampleUser } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

describe('the list of invoices', () => {
  it('shows overdue invoices separately, and counts no invoice twice', async () => {
    const rows = [sampleAdminInvoice({ overdue: true, company: 'Holm Joinery AS' })];
    await openInvoices('', rows[0] as AdminInvoice, {
      page: () => ({
        rows,
        total: 1,
        counts: { open: 1, overdue: 1, overpaid: 1 },
        totals: [{ currency: 'EUR', total: '1428.00', remaining: '428.00', drafts: '70.00' }],
      }),
    });
    expect(await screen.findByText('All 1')).toBeVisible();
    expect(screen.getByText('Overdue 1')).toBeVisible();
    expect(screen.getByText('Issued €1,428.00, €428.00 outstanding; drafts €70.00')).toBeVisible();
    const row = within(rowOf('INV-2026-0007'));
    expect(row.getByText('Overdue')).toBeVisible();
    expect(row.getByText('Holm Joinery AS')).toBeVisible();
  });
});

it('the list shows a draft’s part of the schedule and its scheduled date, and filters by date range', async () => {
  const part = draftInvoice({ about: 'Deposit: A website', scheduledFor: '2026-12-24' });
  const { user, location, api } = await openInvoices('', part);
  const row = within(rowOf('Draft'));
  expect(row.getAllByText('Deposit: A website').at(-1)).toBeVisible();
  expect(row.getByText(/^Planned for/)).toHaveTextContent('Planned for 24 Dec 2026');
  await user.type(screen.getByLabelText('Due from'), '2026-11-01');
  await waitFor(() => expect(location()).toBe('/admin?section=invoices&from=2026-11-01'));
  expect(api.inputsOf('admin.invoices.page').at(-1)).toMatchObject({ from: '2026-11-01' });
  await user.click(screen.getByRole('button', { name: 'Clear dates' }));
  await waitFor(() => expect(location()).toBe('/admin?section=invoices'));
});

it('a click anywhere in a row opens its invoice and focuses the heading; going back focuses the row', async () => {
  const { user, location } = await openInvoices('&status=draft', draftInvoice());
  const list = location();
  await user.click(within(rowOf('Draft')).getByText('Ada Byron'));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Draft invoice' });
  await waitFor(() => expect(heading).toHaveFocus());
  await user.click(screen.getByRole('button', { name: '← All invoices' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Draft' })).toHaveFocus());
  expect(location()).toBe(list);
});

it('a ready draft is issued from its row after a confirmation with its amount and due date', async () => {
  const ready = draftInvoice({
    isReady: true,
    about: 'Rest: A website',
    savedTotal: '2117.50',
  });
  const { user, api } = await openInvoices('', ready, {
    preview: () => ({ valid: true, syntaxes: ['cii', 'ubl'] }),
    issue: () => ({ number: 'INV-2026-0021', url: 'https://agency.example/invoices/secret' }),
  });
  await user.click(within(rowOf('Draft')).getByRole('button', { name: /^Issue the invoice for/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Issue this invoice?' }));
  expect(question.getByText(/to Ada Byron/).parentElement).toHaveTextContent(
    /, due \d+ \w+ \d{4}\. It gets/,
  );
  expect(question.getByText(/^The tax is not in EUR/)).toBeVisible();
  expect(question.getByText(/^Was \$2,117\.50 when it was saved/)).toBeVisible();
  expect(api.inputsOf('admin.invoices.issue')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Issue' }));
  const issued = await screen.findByRole('dialog', { name: 'Invoice INV-2026-0021' });
  expect(issued).toBeVisible();
  const { total, client } = ready;
  expect(api.inputsOf('admin.invoices.issue')).toEqual([
    { id: ready.id, confirmed: { total, client } },
  ]);
});

/** Opens the form for the client's billing data, of which only a summary is shown. */
const editBilling = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Edit billing' }));

describe('a draft', () => {
  it('for a selected client follows their record, and sends only what was typed', async () => {
    let buyer = { name: 'Priya Raman', email: 'billing@example.com', company: 'Raman Legal' };
    const { user, api, announce } = await openInvoices(
      '&open=new&client=client-2',
      draftInvoice(),
      {
        lastBuyer: () => buyer,
        create: () => draftInvoice(),
      },
    );
    expect(await screen.findByText('Raman Legal')).toBeVisible();
    await editBilling(user);
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Berlin' } });
    buyer = { ...buyer, company: 'Raman GmbH' };
    announce();
    await waitFor(() => expect(screen.getByLabelText('Company')).toHaveValue('Raman GmbH'));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.create')).toHaveLength(1));
    expect(api.inputsOf('admin.invoices.create')).toMatchObject([
      { clientId: 'client-2', client: { name: 'Priya Raman', city: 'Berlin' } },
    ]);
    expect(api.inputsOf('admin.invoices.create')[0]).not.toHaveProperty('client.company');
  });

  it('has the tax that fits its client, and keeps one chosen by an admin', async () => {
    const { user } = await openInvoices('&open=new', draftInvoice(), {
      vatCheck: ({ vatNumber }: { vatNumber: string }) => ({
        ...uncheckedVat,
        number: vatNumber,
        status: vatNumber.endsWith('99') ? 'invalid' : 'valid',
      }),
    });
    const fill = async (field: HTMLElement, text: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    const category = (nth: number) => screen.getByLabelText(`Tax category of item ${nth}`);
    expect(await screen.findByText(/^: the client’s country is not known/)).toBeVisible();
    expect(screen.queryByLabelText('Tax category of item 1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Advanced' }));
    expect(category(1)).toHaveValue('S');
    await user.click(screen.getByRole('button', { name: 'Add item' }));
    await user.selectOptions(category(2), 'E');
    const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
    expect(field('Tax % of item 2')).toHaveValue('0');
    await fill(field('Description of item 2'), 'A lecture');
    await editBilling(user);
    await user.click(screen.getByLabelText('Country', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: 'France', hidden: true }));
    await fill(field('Company'), 'Martin SARL');
    await fill(field('VAT number'), 'FR12345678901');
    expect(await screen.findByText(/with a valid VAT number/)).toBeVisible();
    await waitFor(() => expect(category(1)).toHaveValue('AE'));
    expect(category(2)).toHaveValue('E');
    await fill(field('VAT number'), 'FR12345678999');
    expect(await screen.findByText(/was found invalid/)).toBeVisible();
    await waitFor(() => expect(category(1)).toHaveValue('S'));
    await user.click(screen.getByRole('button', { name: 'Apply to all items' }));
    expect(category(2)).toHaveValue('S');
    expect(field('Tax % of item 2')).toHaveValue('19');
  });

  it('lists missing data for a structured invoice before it is issued', async () => {
    const missing = [
      { path: 'client.vatNumber', message: 'The VAT number of the client' },
      { path: 'seller.country', message: 'The country of the agency' },
    ];
    const client = { ...draftInvoice().client, company: 'Gent NV', country: 'BE' };
    const { user } = await openInvoices('&open=21', draftInvoice({ client }), {
      preview: () => ({ valid: false, missing }),
    });
    await user.click(await screen.findByRole('button', { name: 'Review and send' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue this invoice?' }));
    expect(await question.findByText('E-invoice required')).toBeVisible();
    expect(question.getByText('The VAT number of the client')).toBeVisible();
    expect(question.getByRole('link', { name: 'enter it in Settings' })).toBeVisible();
    expect(question.getByRole('button', { name: 'Issue' })).toBeVisible();
  });

  it('is not issued by a later save after an attempt to issue it with a wrong field', async () => {
    const { user, api } = await openInvoices(
      '&open=21',
      draftInvoice({ client: { name: '', email: '' } }),
      {
        update: () => draftInvoice(),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Review and send' }));
    expect(await screen.findByText('Please enter a name')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Issue this invoice?' })).toBeNull();
    await user.click(screen.getByLabelText(/^Name/, { selector: 'input' }));
    await user.paste('Grace Hopper');
    await user.click(screen.getByLabelText(/^Email/));
    await user.paste('grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDraft saved']));
    expect(api.inputsOf('admin.invoices.issue')).toEqual([]);
  });

  it('for a typed email of an account starts with its billing data', async () => {
    const buyer = { name: 'Priya Raman', email: 'priya@example.com', company: 'Raman Legal' };
    const { user, api } = await openInvoices(
      '&open=new',
      draftInvoice(),
      { lastBuyer: () => buyer },
      undefined,
      [sampleUser({ id: 'client-2', email: 'priya@example.com' })],
    );
    await user.click(await screen.findByLabelText(/^Email/));
    await user.paste('Priya@example.com');
    await user.tab();
    expect(await screen.findByText('Raman Legal')).toBeVisible();
    expect(api.inputsOf('admin.invoices.lastBuyer')).toEqual([{ clientId: 'client-2' }]);
  });

  it('is saved with only its changed fields, so that the others keep following the record', async () => {
    const client = { name: 'Jonah Whitfield', email: 'jonah@example.com', vatNumber: 'GB1' };
    const opened = draftInvoice({ clientId: 'client-1', client });
    const { user, api } = await openInvoices('&open=21', opened, { update: () => opened });
    const save = async (nth: number) => {
      await user.click(screen.getByRole('button', { name: 'Save draft' }));
      await waitFor(() => expect(api.inputsOf('admin.invoices.update')).toHaveLength(nth));
      return api.inputsOf('admin.invoices.update').at(-1);
    };
    await user.click(await screen.findByLabelText('Note'));
    await user.paste('Thanks');
    expect(await save(1)).toEqual({
      ...{ id: 21, note: expect.stringContaining('Thanks'), expectedUpdatedAt: expect.anything() },
    });
    await user.click(
      within(await waitFor(() => rowOf('Draft'))).getByRole('link', { name: 'Draft' }),
    );
    await editBilling(user);
    // The tax depends on the client, so the items are saved, too.
    await user.clear(screen.getByLabelText('VAT number', { selector: 'input' }));
    expect(await save(2)).toMatchObject({
      client: { name: 'Jonah Whitfield', vatNumber: '' },
      items: [expect.anything()],
    });
  });

  it.each([
    ['the client’s record has changed', { client: { name: 'Remo AG', email: 'remo@example.com' } }],
    ['its total has changed', { total: '1.00' }],
  ])('is saved and not issued if %s since it was opened', async (_, changes) => {
    const client = { name: 'Remo GmbH', email: 'remo@example.com' };
    const opened = draftInvoice({ clientId: 'client-1', client });
    const { user, api } = await openInvoices('&open=21', opened, {
      preview: () => ({ valid: true, syntaxes: [] }),
      update: () => draftInvoice({ clientId: 'client-1', client, ...changes }),
    });
    await user.click(await screen.findByRole('button', { name: 'Review and send' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue this invoice?' }));
    await user.click(question.getByRole('button', { name: 'Issue' }));
    await waitFor(() =>
      expect(shownToasts()).toEqual([expect.stringContaining('Draft saved, but not issued')]),
    );
    expect(api.inputsOf('admin.invoices.update')).toEqual([
      { id: opened.id, expectedUpdatedAt: opened.updatedAt },
    ]);
    expect(api.inputsOf('admin.invoices.issue')).toEqual([]);
  });

  it('shows fields that differ from the client’s record, and resets them', async () => {
    const client = { name: 'Jonah Whitfield', email: 'jonah@example.com', city: 'Oban' };
    const record = { ...client, city: 'Mallaig' };
    const { user } = await openInvoices(
      '&open=21',
      draftInvoice({ clientId: 'client-1', client }),
      { lastBuyer: () => record },
    );
    expect(await screen.findByText('Differs from the client’s record: city.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset to client' }));
    expect(screen.getByText('Mallaig')).toBeVisible();
    expect(screen.queryByText(/^Differs from/)).toBeNull();
  });

  it('stays open after a save if the client’s record has changed since it was opened', async () => {
    const client = { name: 'Remo GmbH', email: 'remo@example.com', country: 'DE' };
    const { user, api, location } = await openInvoices(
      '&open=21',
      draftInvoice({ clientId: 'client-1', client }),
      {
        update: () => draftInvoice({ clientId: 'client-1', client: { ...client, country: 'FR' } }),
      },
    );
    const opened = location();
    await user.click(await screen.findByLabelText('Description of item 1', { selector: 'input' }));
    await user.paste('!');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() =>
      expect(shownToasts()).toEqual([expect.stringContaining('Please check it again')]),
    );
    expect(location()).toBe(opened);
    expect(api.inputsOf('admin.invoices.update')).toMatchObject([
      { items: [{}], proposedTax: { taxCategory: 'S', taxRate: '19' } },
    ]);
  });

  it('with an issue date is scheduled, but not for today', async () => {
    const { user, api } = await openInvoices('&open=21', draftInvoice(), {
      update: () => draftInvoice(),
    });
    const date = await screen.findByLabelText('Issue date');
    const today = new Date().toISOString().slice(0, 10);
    fireEvent.change(date, { target: { value: today } });
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(screen.getByText(/^Choose a later day/)).toBeVisible();
    fireEvent.change(date, { target: { value: '2127-01-31' } });
    expect(screen.getByRole('button', { name: 'Review and send now' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save and schedule' }));
    await waitFor(() =>
      expect(shownToasts()).toEqual(['SuccessSaved. It is issued on 31 January 2127']),
    );
    expect(api.inputsOf('admin.invoices.update')).toMatchObject([{ scheduledFor: '2127-01-31' }]);
  });

  it('shows no data of the former company after another one is entered', async () => {
    const client = {
      ...{ name: 'Jonah Whitfield', email: 'jonah@example.com', company: 'Skerrow' },
      ...{ address: '1 Quay', city: 'Oban', country: 'GB' },
    };
    const { user, api } = await openInvoices(
      '&open=21',
      draftInvoice({ clientId: 'client-1', client }),
      { update: () => draftInvoice() },
    );
    await editBilling(user);
    const company = screen.getByLabelText('Company');
    await user.clear(company);
    await user.paste('Staffa Tours');
    expect(screen.getByLabelText('Address')).toHaveValue('');
    expect(screen.getByLabelText('City')).toHaveValue('');
    await user.clear(company);
    await user.paste('Skerrow');
    expect(screen.getByLabelText('Address')).toHaveValue('1 Quay');
    await user.clear(company);
    await user.paste('Staffa Tours');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.update')).toHaveLength(1));
    expect(api.inputsOf('admin.invoices.update')).toMatchObject([
      { client: { company: 'Staffa Tours', address: '', city: '', country: '' } },
    ]);
  });

  it('with a due date before the issue date is not issued', async () => {
    const { user } = await openInvoices('&open=21', draftInvoice({ dueDate: '2026-01-31' }));
    await user.click(await screen.findByRole('button', { name: 'Review and send' }));
    expect(await screen.findByText('The due date is before today’s issue date')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Issue this invoice?' })).toBeNull();
  });

  it('replaces all client data when another client is selected', async () => {
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
    const { user, api } = await openInvoices(
      '&open=21',
      draftInvoice({ client: before }),
      {
        lastBuyer: () => buyer,
        update: () => draftInvoice({ client: buyer }),
      },
      undefined,
      [sampleUser({ id: 'client-2', firstName: 'Priya', lastName: 'Raman' })],
    );
    const name = await screen.findByLabelText(/^Name/, { selector: 'input' });
    await user.clear(name);
    await user.paste('Priya');
    await user.click(await screen.findByRole('option', { name: /^Priya Raman/, hidden: true }));
    await waitFor(() => expect(screen.getByLabelText(/^Email/)).toHaveValue('billing@example.com'));
    await editBilling(user);
    await waitFor(() => {
      expect(screen.getByLabelText('Country', { selector: 'input' })).toHaveValue('Germany');
    });
    expect(screen.getByLabelText('Company')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDraft saved']));
    expect(api.inputsOf('admin.invoices.lastBuyer')[0]).toEqual({ clientId: 'client-2' });
    const [sent] = api.inputsOf('admin.invoices.update');
    expect(sent).toMatchObject({ clientId: 'client-2' });
    expect(sent).not.toHaveProperty('client.name');
  });

  it('drops the address when another client’s name is typed, and offers the company again', async () => {
    const client = { name: 'Jonah Whitfield', email: 'jonah@example.com', company: 'Skerrow' };
    const { user } = await openInvoices('&open=21', draftInvoice({ clientId: 'client-1', client }));
    const name = await screen.findByLabelText(/^Name/, { selector: 'input' });
    await user.click(name);
    await user.paste(' junior');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('jonah@example.com');
    await user.clear(name);
    await user.paste('Priya Raman');
    expect(name).toHaveValue('Priya Raman');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('');
    await editBilling(user);
    expect(screen.getByLabelText('Company')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Use company and address of Skerrow' }));
    expect(screen.getByLabelText('Company')).toHaveValue('Skerrow');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('');
    expect(name).toHaveValue('Priya Raman');
  });
});
