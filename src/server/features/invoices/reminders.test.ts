import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { neutralSales } from '~/contract/settings/sales-settings-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { acceptProposal, openInvoice, sentProposal } = salesOf(() => app);

const admin = (method: string, path: string, body?: unknown) =>
  ask<AdminInvoice>(method, `/api/admin/invoices${path}`, body);
const read = async (id: number) => (await admin('GET', `/${id}`)).body;

const today = () => new Date().toISOString().slice(0, 10);
describe('the reminder job', () => {
  const run = (day: string, time = 'T12:00:00Z') =>
    app.services.invoices.runJob(new Date(`${day}${time}`));
  const reminders = async (id: number) =>
    (
      await app.sql`select text from mails where about = ${`invoice:${id}`} and kind = 'invoice_reminder'`
    ).length;

  it('reminds before, on and after the due date, each once, and stops at payment', async () => {
    const { id } = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await run('2027-06-11');
    expect(await reminders(id)).toBe(0);
    await Promise.all([run('2027-06-12'), run('2027-06-12')]);
    await run('2027-06-13');
    expect(await reminders(id)).toBe(1);
    await run('2027-06-15');
    await run('2027-06-15', 'T20:00:00Z');
    expect(await reminders(id)).toBe(2);
    // The server was not running on the seventh day.
    await run('2027-06-25');
    expect(await reminders(id)).toBe(3);
    const { timeline } = await read(id);
    expect(timeline.filter(({ kind }) => kind === 'reminder').map(({ text }) => text)).toEqual([
      '3 days before',
      'on the due date',
      '10 days after',
    ]);
    await admin('POST', `/${id}/payments`, { amount: '100.00', date: today() });
    await run('2027-06-30');
    expect(await reminders(id)).toBe(3);
    expect((await admin('POST', `/${id}/remind`)).status).toBe(409);
  });

  it('sends the text that its preview shows', async () => {
    const { invoices } = app.services.admin;
    const { id, email } = await openInvoice(undefined, { dueDate: today() });
    const preview = await invoices.previewReminder(id);
    expect(await reminders(id)).toBe(0);
    expect(preview).toMatchObject({
      to: email,
      text: expect.stringMatching(/^Hello Ada Byron,\n\nThis invoice is due today\./),
    });
    await invoices.remind('system', id);
    const [mail] = await app.sql`
      select subject, text from mails where about = ${`invoice:${id}`} and kind = 'invoice_reminder'`;
    expect(mail?.subject).toBe(preview.subject);
    expect(mail?.text).toContain(preview.text);
    await admin('POST', `/${id}/payments`, { amount: '100.00', date: today() });
    await expect(invoices.previewReminder(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('sends no reminder while it is disabled, nor for a void invoice', async () => {
    const off = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await app.services.admin.invoices.switchReminders('system', off.id, false);
    const gone = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await admin('POST', `/${gone.id}/credit`, { reason: 'x' });
    await run('2027-07-30');
    expect([await reminders(off.id), await reminders(gone.id)]).toEqual([0, 0]);
    // The button is clicked in two tabs at once.
    const answers = await Promise.all([1, 2].map(() => admin('POST', `/${off.id}/remind`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await reminders(off.id)).toBe(1);
  });

  it('uses the date in the agency’s time zone, even on a day when the clocks change', async () => {
    const { settings } = app.services.admin;
    const { responseTimes } = await settings.getAll();
    const zoned = (timeZone: string) =>
      settings.update('system', {
        key: 'responseTimes',
        value: { ...responseTimes.value, timeZone },
      });
    // In Berlin, daylight saving time begins on 28 March 2027.
    const { id } = await openInvoice(undefined, { dueDate: '2027-03-28' });
    await app.sql`insert into invoice_reminders (invoice_id, day) values (${id}, -3)`;
    await zoned('Europe/Berlin');
    await run('2027-03-27', 'T22:59:00Z');
    expect(await reminders(id)).toBe(0);
    await run('2027-03-27', 'T23:01:00Z');
    expect(await reminders(id)).toBe(1);
    await zoned('UTC');
  });

  it('issues drafts on their date', async () => {
    const schedule = [
      { label: 'Later', percent: '50', due: { date: '2028-02-29' } },
      { label: 'Done', percent: '50', due: 'on_completion' },
    ];
    const { id, token } = await sentProposal(undefined, { schedule });
    await acceptProposal(token);
    const statuses = async () =>
      (await app.sql`select status from invoices where proposal_id = ${id} order by proposal_part`)
        .map(({ status }) => status)
        .join();
    await run('2028-02-28');
    expect(await statuses()).toBe('draft,draft');
    await Promise.all([run('2028-02-29'), run('2028-02-29')]);
    expect(await statuses()).toBe('open,draft');
    const dates =
      await app.sql`select issue_date::text as day, due_date::text as due from invoices where proposal_id = ${id} order by proposal_part`;
    expect(dates[0]).toEqual({ day: '2028-02-29', due: '2028-03-14' });
  });

  describe('a draft that is due on completion', () => {
    const schedule = [{ label: 'Done', percent: '100', due: 'on_completion' }];
    const setDays = (issueAfterDays: number | null) => app.sql`
      insert into settings (key, value)
      values ('sales', ${app.sql.json({ ...neutralSales, completion: { issueAfterDays } })})
      on conflict (key) do update set value = excluded.value`;

    async function completed() {
      const { id: proposalId, token } = await sentProposal(undefined, { schedule });
      await acceptProposal(token);
      const { requestId, invoices } = await app.services.admin.proposals.get(proposalId);
      const id = invoices[0]?.id ?? 0;
      expect((await read(id)).isReady).toBe(false);
      await app.services.requests.setStatus(requestId ?? 0, 'completed');
      return { id, proposalId, requestId: requestId ?? 0 };
    }

    it('waits for an admin, and is listed as ready', async () => {
      await setDays(null);
      const { id } = await completed();
      await run('2031-03-01');
      expect(await read(id)).toMatchObject({ status: 'draft', isReady: true, scheduledFor: null });
      const listed = await ask<AdminInvoice[]>('GET', '/api/admin/invoices?status=ready');
      expect(listed.body.map((row) => row.id)).toContain(id);
      expect((await admin('POST', `/${id}/issue`)).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'open', isReady: false });
    });

    it('waits if the current settings give another tax, and the agency is notified', async () => {
      await setDays(2);
      const { id } = await completed();
      await run('2031-03-07');
      const { settings } = app.services.admin;
      const before = (await settings.getAll()).tax.value;
      await settings.update('system', {
        key: 'tax',
        value: { ...before, scheme: 'small_business' },
      });
      await Promise.all([run('2031-03-11'), run('2031-03-11')]);
      expect(await read(id)).toMatchObject({ status: 'draft', scheduledFor: '2031-03-11' });
      const [mail, ...others] = await app.sql`
        select text from mails where about = ${`invoice:${id}`} and subject like '%needs your review'`;
      expect(mail?.text).toContain('The settings of taxes have changed since it was made');
      expect(others).toEqual([]);
      // An admin can still issue the draft.
      expect((await admin('POST', `/${id}/issue`)).status).toBe(200);
      await settings.update('system', { key: 'tax', value: before });
    });

    it('is announced and issued after the working days of the settings', async () => {
      await setDays(2);
      const { id } = await completed();
      // The day is a Friday.
      await Promise.all([run('2031-03-07'), run('2031-03-07')]);
      expect(await read(id)).toMatchObject({ status: 'draft', scheduledFor: '2031-03-11' });
      const told = await app.sql`select text from mails where about = ${`invoice:${id}`}`;
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain('11 March 2031');
      await run('2031-03-10');
      expect((await read(id)).status).toBe('draft');
      await run('2031-03-11');
      expect((await read(id)).status).toBe('open');
    });

    it('stays a draft if an admin stops it, and is announced again once its reopened request is completed', async () => {
      await setDays(1);
      const stopped = await completed();
      const reopened = await completed();
      await run('2031-03-03');
      await admin('PUT', `/${stopped.id}`, { scheduledFor: null });
      await app.services.requests.setStatus(reopened.requestId, 'in_progress');
      await run('2031-03-20');
      expect(await read(stopped.id)).toMatchObject({ status: 'draft', isReady: true });
      expect(await read(reopened.id)).toMatchObject({ status: 'draft', scheduledFor: null });
      const kinds = async (id: number) => (await read(id)).timeline.map(({ kind }) => kind);
      expect(await kinds(stopped.id)).toEqual(['scheduled', 'stopped']);
      await app.services.requests.setStatus(reopened.requestId, 'completed');
      await run('2031-03-21');
      expect((await read(reopened.id)).scheduledFor).toBe('2031-03-24');
      await setDays(null);
    });

    it('is deleted with a note on its proposal that names the admin and the reason', async () => {
      const { id, proposalId } = await completed();
      await admin('DELETE', `/${id}`, { reason: 'Paid in cash' });
      const { timeline } = await app.services.admin.proposals.get(proposalId);
      expect(timeline.at(-1)).toMatchObject({
        kind: 'draft_deleted',
        text: expect.stringContaining('Paid in cash'),
        by: expect.stringMatching(/\w/),
      });
    });
  });
});
