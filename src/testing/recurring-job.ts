import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import type { SetupLines } from '~/contract/setup/setup-schema';
import type { TestApp } from './app';
import { callerOf, people } from './callers';
import type { askerOf } from './sign-in';

/** Runs the job of recurring invoices on a day, and reads the invoices that it created. */
export function recurringOf(app: () => TestApp, ask: () => ReturnType<typeof askerOf>) {
  const run = (day: string, time = '06:00', of = app()) =>
    of.services.admin.recurringInvoices.runJob(new Date(`${day}T${time}:00Z`));
  const madeOf = (id: number) =>
    app().sql<{ id: number; day: string; status: string; number: string | null }[]>`
      select id, recurring_day::text as day, status, number from invoices
      where recurring_invoice_id = ${id} order by recurring_day`;
  const daysOf = async (id: number) => (await madeOf(id)).map(({ day }) => day);
  const admin = (method: string, path: string, body?: unknown) =>
    ask()<Recurring>(method, `/api/admin/recurring-invoices${path}`, body);
  const invoice = async (id: number) =>
    (await ask()<AdminInvoice>('GET', `/api/admin/invoices/${id}`)).body;
  const setupLine = async () => {
    const { lines } = (await callerOf(
      people.admin,
      app().services,
    ).admin.setup.lines()) as SetupLines;
    return lines.find(({ id }) => id === 'recurring');
  };
  const mailsTo = (email: string) => app().sql<{ subject: string; text: string }[]>`
    select subject, text from mails where "to" = ${email} order by id`;

  async function newClient(): Promise<{ id: string; email: string }> {
    const email = `${crypto.randomUUID()}@example.com`;
    const [{ id }] = await app().sql<[{ id: string }]>`
      insert into users (id, email, first_name, last_name)
      values (${crypto.randomUUID()}, ${email}, 'Grace', 'Hopper') returning id`;
    return { id, email };
  }

  return { run, madeOf, daysOf, admin, invoice, setupLine, mailsTo, newClient };
}
