import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { sampleAdminInvoice } from '~/testing/invoices';
import { pageOf, renderSection, rowOf, sampleUser, sampleUserDetail } from '~/testing/panel';
import { sampleItemDefaults } from '~/testing/proposals';
import { sampleRecurring } from '~/testing/recurring';
import { type Answers, shownToasts } from '~/testing/render';

const today = () => new Date().toISOString().slice(0, 10);

type RecurringAnswers = NonNullable<NonNullable<Answers['admin']>['recurringInvoices']>;

const person = sampleUser({ firstName: 'Priya', lastName: 'Raman' });
const entry = { status: 'in_progress', time: '2026-11-01T09:00:00.000Z' };
const detail = sampleUserDetail({
  user: person,
  billing: { name: 'Priya Raman', email: 'books@example.com' },
  history: [
    { id: 'request:7', kind: 'request', title: 'Request: Care of the site', ...entry },
    { id: 'invoice:8', kind: 'invoice', title: 'An invoice', ...entry },
  ],
});

function open(
  search: string,
  recurring: Recurring = sampleRecurring(),
  more: RecurringAnswers = {},
  role?: 'viewer',
) {
  return renderSection(
    `?section=recurringInvoices${search}`,
    {
      recurringInvoices: {
        page: () => pageOf([recurring]),
        get: () => recurring,
        ...more,
      },
      invoices: {
        page: () => ({
          ...pageOf([sampleAdminInvoice({ recurringInvoiceId: 31, recurringDay: '2127-01-31' })]),
          totals: [],
        }),
        lastBuyer: () => ({
          name: 'Priya Raman',
          email: 'books@example.com',
          company: 'Raman Legal',
        }),
      },
      proposals: {
        itemDefaults: () => sampleItemDefaults(),
        suggestions: () => [],
      },
      users: { page: () => pageOf([person]), get: () => detail },
    },
    role && { role },
  );
}

const upcoming = () => within(screen.getByRole('region', { name: /Next twelve|All remaining/ }));
const rowsOf = () => upcoming().getAllByRole('row').slice(1);
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const dateField = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' });

describe('the list of recurring invoices', () => {
  it('shows interval, next date and pending decisions, and counts each decision once', async () => {
    const paused = sampleRecurring({
      id: 32,
      clientName: 'Grace Hopper',
      status: 'paused',
      pauseReason: 'The client was deleted',
      every: { unit: 'week', count: 2 },
      action: 'draft',
    });
    await open('', sampleRecurring(), {
      page: () => ({
        rows: [sampleRecurring({ missed: 3 }), paused],
        total: 2,
        counts: { active: 1, paused: 1, missed: 1 },
      }),
    });
    expect(await screen.findByText('All 2')).toBeVisible();
    expect(screen.getByText('Missed 1')).toBeVisible();
    const first = within(rowOf('Ada Byron'));
    expect(first.getByText('Every month, issued')).toBeVisible();
    expect(first.getAllByText('Hosting in February 2127').at(-1)).toBeVisible();
    expect(first.getByText('28 Feb 2127')).toBeVisible();
    expect(first.getByText('$119.00')).toBeVisible();
    expect(first.getByText('3 to decide')).toBeVisible();
    const second = within(rowOf('Grace Hopper'));
    expect(second.getByText('Every 2 weeks, as a draft')).toBeVisible();
    expect(second.getByText('The client was deleted')).toBeVisible();
  });
});

describe('a new recurring invoice', () => {
  it('starting today explains what will happen, and starts with the next period on request', async () => {
    const { user, api } = await open('&open=new&client=client-2', undefined, {
      create: () => sampleRecurring(),
    });
    expect(await screen.findByText(/^Raman Legal, books@example.com$/)).toBeVisible();
    await user.click(field('Description of item 1'));
    await user.paste('Hosting');
    await user.click(field('Unit price of item 1'));
    await user.paste('100');
    const now = today();
    fireEvent.change(dateField(/^First day/), { target: { value: now } });
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = async () =>
      within(await screen.findByRole('dialog', { name: 'Issue the first invoice now?' }));
    await save();
    expect((await dialog()).getByText(/^The first invoice is due today/)).toHaveTextContent(
      'to Raman Legal (Priya Raman). It gets the next number and is emailed to books@example.com',
    );
    expect(api.inputsOf('admin.recurringInvoices.create')).toEqual([]);
    await user.click((await dialog()).getByRole('button', { name: /^Start on/ }));
    await waitFor(() => expect(api.inputsOf('admin.recurringInvoices.create')).toHaveLength(1));
    const [created] = api.inputsOf('admin.recurringInvoices.create') as { startsOn: string }[];
    expect((created?.startsOn ?? '') > now).toBe(true);
  });

  it('is for a client with an account, shows the next twelve invoices, and is saved', async () => {
    const { user, api } = await open('&open=new&client=client-2', undefined, {
      create: () => sampleRecurring({ total: '107.10' }),
    });
    expect(await screen.findByText(/^Raman Legal, books@example.com$/)).toBeVisible();
    expect(screen.queryByLabelText('Company')).toBeNull();
    await user.click(field('Description of item 1'));
    // Braces are doubled, because user-event reads single ones as keys.
    await user.paste('Hosting in {{month}}, {{period}}');
    await user.click(field('Unit price of item 1'));
    await user.paste('100');
    fireEvent.change(dateField(/^First day/), { target: { value: '2127-01-31' } });
    expect(rowsOf()).toHaveLength(12);
    expect(rowsOf()[1]).toHaveTextContent(
      '28 Feb 2127Hosting in February 2127, 28 February to 30 March 2127',
    );
    expect(rowsOf()[1]).toHaveTextContent('$119.00');
    await user.selectOptions(screen.getByLabelText('Discount'), 'Percent');
    await user.type(screen.getByLabelText('Percent off'), '10');
    expect(rowsOf()[1]).toHaveTextContent('$107.10');
    fireEvent.change(dateField(/^Last day/), { target: { value: '2127-03-31' } });
    expect(rowsOf()).toHaveLength(3);
    expect(screen.getByRole('heading', { name: 'All remaining' })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Service request' }));
    expect(screen.queryByRole('option', { name: 'An invoice', hidden: true })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Care of the site', hidden: true }));
    await user.click(screen.getByRole('radio', { name: /^Create drafts/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessRecurring invoice saved']));
    expect(api.inputsOf('admin.recurringInvoices.create')).toEqual([
      {
        clientId: 'client-2',
        items: [
          {
            description: 'Hosting in {{month}}, {{period}}',
            quantity: '1',
            unitPrice: '100',
            taxRate: '19',
            taxCategory: 'S',
          },
        ],
        discount: { percent: '10' },
        currency: 'USD',
        every: { unit: 'month', count: 1 },
        startsOn: '2127-01-31',
        endsOn: '2127-03-31',
        action: 'draft',
        note: '',
        requestId: 7,
        proposedTax: { taxCategory: 'S', taxRate: '19' },
      },
    ]);
  });

  it('shows errors at their fields, and sends nothing', async () => {
    const { user, api } = await open('&open=new');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter a name')).toBeVisible();
    expect(screen.getByText('A recurring invoice needs an item')).toBeVisible();
    await user.click(field('Description of item 1'));
    await user.paste('In {{year}}');
    await user.clear(dateField(/^Every/));
    fireEvent.change(dateField(/^First day/), { target: { value: '' } });
    expect(
      screen.getByText('Choose the interval and the first day to see the dates.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const unknown = '{{year}} is not known. Use {{month}} or {{period}}';
    expect(await screen.findByText(unknown)).toBeVisible();
    expect(screen.getByText('Please enter a whole number from 1 to 60')).toBeVisible();
    expect(screen.getByText('Please enter a date')).toBeVisible();
    expect(api.inputsOf('admin.recurringInvoices.create')).toEqual([]);
  });
});

describe('an existing recurring invoice', () => {
  it('is saved based on the opened version, and lists its invoices', async () => {
    const { user, api } = await open('&open=31', undefined, { update: () => sampleRecurring() });
    expect(await screen.findByText(/^Next invoice on/)).toHaveTextContent('28 Feb 2127');
    const made = within(screen.getByRole('region', { name: 'Invoices' }));
    expect(await made.findByRole('link', { name: 'INV-2026-0007' })).toHaveAttribute(
      'href',
      '/admin?section=invoices&open=21',
    );
    expect(rowsOf()[0]).toHaveTextContent('28 Feb 2127');
    await user.click(screen.getByLabelText('Note'));
    await user.paste('Thanks for {{month}}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessRecurring invoice saved']));
    expect(api.inputsOf('admin.recurringInvoices.update')).toMatchObject([
      {
        id: 31,
        clientId: null,
        client: { name: 'Ada Byron' },
        note: 'Thanks for {{month}}',
        expectedUpdatedAt: '2026-11-01T09:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['stays open', '2127-02-28', 'The tax has changed', []],
    ['is paused if it is due', today(), 'Saved and paused', [{ id: 31 }]],
  ])('%s after a save with another tax than the form’s', async (_, nextOn, told, paused) => {
    const { user, api, location } = await open('&open=31', undefined, {
      update: () => sampleRecurring({ total: '100.00', nextOn }),
      pause: () => sampleRecurring({ status: 'paused' }),
    });
    const opened = location();
    await user.click(await screen.findByLabelText('Note'));
    await user.paste('Thanks');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining(told)]));
    expect(location()).toBe(opened);
    expect(api.inputsOf('admin.recurringInvoices.update')).toMatchObject([
      { items: [{ taxCategory: 'S' }], proposedTax: { taxCategory: 'S', taxRate: '19' } },
    ]);
    expect(api.inputsOf('admin.recurringInvoices.pause')).toEqual(paused);
  });

  it('is paused, resumed, and deleted after a confirmation', async () => {
    let now = sampleRecurring();
    const { user, api, location } = await open('&open=31', now, {
      get: () => now,
      pause: () => {
        now = sampleRecurring({ status: 'paused' });
        return now;
      },
      resume: () => {
        now = sampleRecurring();
        return now;
      },
      remove: () => ({ id: 31 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/^No invoices are created until you resume/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByText(/^Next invoice on/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Delete this recurring invoice?' }),
    );
    await user.click(question.getByRole('button', { name: 'Delete permanently' }));
    await waitFor(() => expect(location()).toBe('/admin?section=recurringInvoices'));
    expect(api.inputsOf('admin.recurringInvoices.remove')).toEqual([{ id: 31 }]);
  });

  const missed = sampleRecurring({
    missed: 2,
    savedTotal: '100.00',
    missedInvoices: ['2127-02-28', '2127-03-31'].map((day) => ({
      day,
      from: day,
      to: '2127-04-29',
      items: [],
      note: '',
      total: '119.00',
    })),
  });

  it('issues selected missed invoices after a confirmation', async () => {
    const { user, api } = await open('&open=31', missed, {
      makeMissed: () => ({ ...missed, held: 0 }),
    });
    await user.click(await screen.findByRole('checkbox', { name: /^28 February 2127/ }));
    await user.click(screen.getByRole('button', { name: 'Issue' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue one invoice?' }));
    expect(question.getByText(/^\$119\.00 in total\./)).toBeVisible();
    expect(question.getByText(/^Each was \$100\.00 when it was saved/)).toBeVisible();
    expect(api.inputsOf('admin.recurringInvoices.makeMissed')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Issue' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessOne invoice issued and emailed']));
    expect(api.inputsOf('admin.recurringInvoices.makeMissed')).toEqual([
      { id: 31, days: ['2127-03-31'], action: 'issue', total: '119.00' },
    ]);
  });
});
