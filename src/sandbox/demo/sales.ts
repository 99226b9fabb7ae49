import { sql } from 'drizzle-orm';

import { dateInWords } from '~/contract/common/date-words';
import { completeSelection } from '~/contract/documents/choices';
import type { NewProposal } from '~/contract/proposals/proposals-schema';
import type { InvoicesAdmin } from '~/server/features/invoices/invoices.panel';
import type { ProposalsAdmin } from '~/server/features/proposals/proposals.panel';
import type { Proposals } from '~/server/features/proposals/proposals.service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';

/** Services with which the sample proposals and invoices were created. */
export interface DemoSales {
  proposals: ProposalsAdmin;
  clientProposals: Proposals;
  invoices: InvoicesAdmin;
}

interface Person {
  name: string;
  email: string;
  company?: string;
}

const people = {
  maren: {
    name: 'Maren Okafor',
    email: 'maren@skerrow-ferries.example',
    company: 'Skerrow Ferries Ltd',
  },
  anders: { name: 'Anders Holm', email: 'anders@holm-joinery.example', company: 'Holm Joinery' },
  priya: { name: 'Priya Raman', email: 'priya@ramanlegal.example', company: 'Raman Legal' },
  jonah: {
    name: 'Jonah Whitfield',
    email: 'jonah@whitfield-roasters.example',
    company: 'Whitfield Roasters',
  },
  elif: { name: 'Elif Aydin', email: 'elif@studioaydin.example', company: 'Studio Aydin' },
  claire: { name: 'Claire Dubois', email: 'claire@atelier-dubois.example' },
  hannah: { name: 'Hannah Brandt', email: 'hannah@brandt-optik.example', company: 'Brandt Optik' },
  nora: {
    name: 'Nora Petersen',
    email: 'nora@petersen-klinik.example',
    company: 'Klinik Petersen',
  },
} satisfies Record<string, Person>;

const item = (
  description: string,
  quantity: string,
  unit: string,
  unitPrice: string,
  detail = '',
) => ({
  description,
  quantity,
  unit,
  unitPrice,
  detail,
  taxRate: '0',
  optional: false,
});

const halves: NewProposal['schedule'] = [
  { label: 'Deposit', percent: '40', due: 'on_acceptance' },
  { label: 'After the first demo', percent: '30', due: { days: 30 } },
  { label: 'At launch', percent: '30', due: 'on_completion' },
];

type Outcome = 'draft' | 'sent' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'withdrawn';

const demoProposals: { outcome: Outcome; daysAgo: number; fields: NewProposal }[] = [
  {
    outcome: 'accepted',
    daysAgo: 26,
    fields: {
      title: 'A shop for coffee subscriptions',
      client: people.jonah,
      intro:
        'You roast on Mondays and ship on Tuesdays. The shop has to know that, so that **nobody gets week-old beans**.',
      items: [
        item('Design of the shop', '1', '', '5600.00', 'Five pages, drawn for phones first'),
        item('Subscriptions with a pause button', '32', 'hours', '100.00'),
        item('Moving 300 customers', '6.5', 'hours', '100.00', 'From your mailing list'),
        { ...item('Photographs of the roastery', '1', 'day', '640.00'), optional: true },
      ],
      discount: { percent: '5' },
      schedule: halves,
    },
  },
  {
    outcome: 'accepted',
    daysAgo: 60,
    fields: {
      title: 'Client intake form',
      client: people.priya,
      intro: 'Everything that the front desk asks on the phone, in one form.',
      items: [
        item('Questions, order and wording', '12', 'hours', '100.00'),
        item('Form with a conflict check by name', '46', 'hours', '100.00'),
      ],
      schedule: halves,
    },
  },
  {
    outcome: 'viewed',
    daysAgo: 5,
    fields: {
      title: 'A second office, on the site and on the map',
      client: people.priya,
      intro: 'The Harbour Point office opens next spring. Here is what needs to change by then.',
      items: [
        item('Page for the second office', '1', '', '900.00'),
        item('Intake form with a choice of office', '8', 'hours', '100.00'),
        {
          ...item('Half a day of photographs', '1', '', '480.00', 'The rooms and the front door'),
          optional: true,
          choice: 'Photographs',
          preselected: true,
        },
        {
          ...item(
            'A day of photographs',
            '1',
            '',
            '820.00',
            'The rooms, and everyone who works there',
          ),
          optional: true,
          choice: 'Photographs',
        },
        {
          ...item('Your own photos, retouched', '1', '', '160.00'),
          optional: true,
          choice: 'Photographs',
        },
        { ...item('Door signs, print-ready', '1', '', '240.00'), optional: true },
      ],
    },
  },
  {
    outcome: 'sent',
    daysAgo: 1,
    fields: {
      title: 'Two shops, one stock',
      client: people.hannah,
      intro: 'A shop that sells only what your register says is in stock.',
      items: [
        item('Online store', '1', '', '9400.00'),
        item('Import from the register, every ten minutes', '14', 'hours', '100.00'),
      ],
      schedule: halves,
    },
  },
  {
    outcome: 'draft',
    daysAgo: 0,
    fields: {
      title: 'A new name and identity',
      client: people.claire,
      items: [item('Brand identity', '1', '', '7200.00')],
    },
  },
  {
    outcome: 'declined',
    daysAgo: 34,
    fields: {
      title: 'Wedding pages',
      client: people.elif,
      items: [item('Marketing website', '1', '', '6800.00')],
    },
  },
  {
    outcome: 'expired',
    daysAgo: 70,
    fields: {
      title: 'An audit report for your insurer',
      client: people.nora,
      items: [item('Accessibility audit', '1', '', '2600.00')],
    },
  },
  {
    outcome: 'withdrawn',
    daysAgo: 41,
    fields: {
      title: 'A configurator for kitchens',
      client: people.anders,
      items: [item('Configurator', '90', 'hours', '100.00')],
    },
  },
];

type Fate = 'paid' | 'part paid' | 'overdue' | 'part credited' | 'void' | 'open' | 'draft';

const demoInvoices: {
  fate: Fate;
  daysAgo: number;
  client: Person;
  what: [string, string, string];
}[] = [
  {
    fate: 'paid',
    daysAgo: 28,
    client: people.maren,
    what: ['Booking confirmations in Norwegian', '18', '100.00'],
  },
  {
    fate: 'part paid',
    daysAgo: 9,
    client: people.maren,
    what: ['Winter timetable', '12', '100.00'],
  },
  {
    fate: 'overdue',
    daysAgo: 31,
    client: people.anders,
    what: ['Photographs of the workshop', '1', '780.00'],
  },
  {
    fate: 'part credited',
    daysAgo: 8,
    client: people.priya,
    what: ['Referral form, first version', '24', '100.00'],
  },
  {
    fate: 'void',
    daysAgo: 11,
    client: people.elif,
    what: ['Wedding page', '1', '450.00'],
  },
  {
    fate: 'open',
    daysAgo: 2,
    client: people.anders,
    what: ['Holiday opening hours', '1.5', '100.00'],
  },
  {
    fate: 'draft',
    daysAgo: 0,
    client: people.priya,
    what: ['Referral form, second version', '16', '100.00'],
  },
];

const dateBack = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Moves a new proposal or invoice into the past, together with its events and emails. */
export async function moveBack(
  db: Database,
  about: { proposalId?: number; invoiceId?: number },
  days: number,
) {
  const back = sql`make_interval(days => ${days})`;
  const { proposalId = 0, invoiceId = 0 } = about;
  await db.execute(sql`update proposals set created_at = created_at - ${back}, updated_at = updated_at - ${back},
    sent_at = sent_at - ${back}, viewed_at = viewed_at - ${back}, decided_at = decided_at - ${back}
    where id = ${proposalId}`);
  await db.execute(
    sql`update proposal_acceptances set accepted_at = accepted_at - ${back} where proposal_id = ${proposalId}`,
  );
  await db.execute(sql`update service_requests set created_at = created_at - ${back}, updated_at = updated_at - ${back}
    where id = (select request_id from proposals where id = ${proposalId})`);
  const isMade = sql`(id = ${invoiceId} or proposal_id = ${proposalId})`;
  const made = await db.execute<{ id: number; due: string | null }>(
    sql`select id, due_date::text due from invoices where ${isMade}`,
  );
  await db.execute(sql`update invoices set created_at = created_at - ${back}, updated_at = updated_at - ${back},
    issue_date = issue_date - ${days}::int, due_date = due_date - ${days}::int,
    service_from = service_from - ${days}::int, service_to = service_to - ${days}::int,
    scheduled_for = scheduled_for - ${days}::int where ${isMade}`);
  await db.execute(sql`update document_events set created_at = created_at - ${back}
    where proposal_id = ${proposalId} or invoice_id in (select id from invoices where ${isMade})`);
  await db.execute(sql`update credit_notes set created_at = created_at - ${back}, issue_date = issue_date - ${days}::int
    where invoice_id = ${invoiceId}`);
  await db.execute(sql`update payments set created_at = paid_at where invoice_id = ${invoiceId}`);
  await db.execute(sql`update audit_log set created_at = created_at - ${back}
    where about in (${`proposal:${proposalId}`}, ${`invoice:${invoiceId}`})`);
  await db.execute(sql`update mails set created_at = created_at - ${back}, sent_at = coalesce(sent_at, now()) - ${back}
    where about in (${`proposal:${proposalId}`}, ${`invoice:${invoiceId}`})
      or about in (select 'invoice:' || id from invoices where ${isMade})`);
  for (const { id, due } of made) {
    if (due) {
      const to = new Date(Date.parse(due) - days * 86_400_000).toISOString().slice(0, 10);
      await moveMailedDate(db, `invoice:${id}`, { from: due, to });
    }
    await db.execute(sql`update mails set created_at = paid_at, sent_at = paid_at from payments
      where kind = 'payment_received' and about = ${`invoice:${id}`} and invoice_id = ${id} and paid_at is not null`);
  }
}

/** Replaces a date in the emails about a record, both with and without the year. */
async function moveMailedDate(
  db: Database,
  about: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const words: [string, string] = [dateInWords(from), dateInWords(to)];
  const withoutYear = words.map((date) => date.replace(/ \d{4}$/, ''));
  for (const [before, after] of [words, withoutYear]) {
    await db.execute(sql`update mails set subject = replace(subject, ${before}, ${after}),
      text = replace(text, ${before}, ${after}), html = replace(html, ${before}, ${after})
      where about = ${about}`);
  }
}

async function payDeposit(
  db: Database,
  actor: Actor,
  invoices: InvoicesAdmin,
  { proposalId, daysAgo }: { proposalId: number; daysAgo: number },
): Promise<void> {
  const [deposit] = await db.execute<{ id: number }>(sql`
    select id from invoices where proposal_id = ${proposalId} and status = 'open' limit 1`);
  if (!deposit) return;
  const { total } = await invoices.get(deposit.id);
  const date = dateBack(daysAgo - 6);
  await invoices.recordTransfer(actor, { id: deposit.id, amount: total, date, reference: '' });
  await db.execute(sql`update payments set created_at = paid_at where invoice_id = ${deposit.id}`);
}

async function addProposal(
  db: Database,
  actor: Actor,
  { proposals, clientProposals, invoices }: DemoSales,
  { outcome, daysAgo, fields }: (typeof demoProposals)[number],
): Promise<void> {
  // Valid for 30 days, but at least until today, because a proposal that has expired cannot be sent
  // or accepted.
  const validUntil = dateBack(Math.min(daysAgo - 30, 0));
  const { id } = await proposals.create(actor, { ...fields, validUntil });
  if (outcome !== 'draft') {
    const { url } = await proposals.send(actor, id);
    const token = url.split('/').at(-1) ?? '';
    if (outcome !== 'sent' && outcome !== 'withdrawn') {
      const { contentHash } = await clientProposals.byLink(token, { isAdmin: false });
      const name = fields.client?.name ?? '';
      const signer = {
        ip: '203.0.113.24',
        userAgent: 'Mozilla/5.0 (Macintosh) Safari/605.1.15',
        signedInAs: '',
      };
      if (outcome === 'accepted') {
        const { items = [] } = fields;
        const optionalItems = completeSelection(items, [...items.keys()]);
        const signed = { token, name, agreed: true as const, contentHash, optionalItems };
        await clientProposals.accept(signed, signer);
        await payDeposit(db, actor, invoices, { proposalId: id, daysAgo });
      }
      if (outcome === 'declined') {
        await clientProposals.decline(token, 'We’d like to start with a single page.');
      }
    }
    if (outcome === 'withdrawn') await proposals.withdraw(actor, id);
  }
  await moveBack(db, { proposalId: id }, daysAgo);
  if (outcome === 'expired') {
    const lastDay = dateBack(daysAgo - 30);
    await db.execute(sql`update proposals set valid_until = ${lastDay},
      content = jsonb_set(content, '{validUntil}', to_jsonb(${lastDay}::text)) where id = ${id}`);
    await moveMailedDate(db, `proposal:${id}`, { from: validUntil, to: lastDay });
    await clientProposals.expire();
  }
}

async function addInvoice(
  db: Database,
  actor: Actor,
  { invoices }: DemoSales,
  {
    fate,
    daysAgo,
    client,
    what: [description, quantity, unitPrice],
  }: (typeof demoInvoices)[number],
): Promise<void> {
  const line = {
    description,
    quantity,
    unit: quantity === '1' ? '' : 'hours',
    unitPrice,
    taxRate: '0',
  };
  const { id, total } = await invoices.create(actor, { client, items: [line] });
  if (fate !== 'draft') await invoices.issue(actor, id);
  const pay = (amount: string, daysAfter: number) =>
    invoices.recordTransfer(actor, {
      id,
      amount,
      date: dateBack(daysAgo - daysAfter),
      reference: 'Account statement',
    });
  if (fate === 'paid') await pay(total, 8);
  if (fate === 'part paid') await pay('500.00', 4);
  if (fate === 'part credited') {
    const items = [{ ...line, quantity: '4' }];
    await invoices.credit(actor, {
      id,
      items,
      reason: 'We spent four hours fixing our own mistake',
    });
  }
  if (fate === 'void')
    await invoices.credit(actor, { id, reason: 'Canceled before the work began' });
  await moveBack(db, { invoiceId: id }, daysAgo);
}

/** A step of the sample agency's history. */
export interface DemoAct {
  daysAgo: number;
  act(): Promise<void>;
}

/** Returns proposals and invoices in every state. */
export const salesActs = (db: Database, actor: Actor, sales: DemoSales): DemoAct[] => [
  ...demoInvoices.map((one) => ({
    daysAgo: one.daysAgo,
    act: () => addInvoice(db, actor, sales, one),
  })),
  ...demoProposals.map((one) => ({
    daysAgo: one.daysAgo,
    act: () => addProposal(db, actor, sales, one),
  })),
];
