import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { timelineMax } from '~/contract/common/limits';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { CompanyFilter, CompanySort } from '~/contract/companies/companies';
import type {
  BroughtRecords,
  Company,
  CompanyFields,
  CompanySuggestion,
  CompanyUpdate,
  MemberChange,
  NewMember,
} from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { rejectStale } from '~/server/features/content/crud/crud-service';
import { ensureClient, shownName } from '~/server/features/documents/clients';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import type { DocumentLinks } from '~/server/features/documents/links';
import { netPaidCents } from '~/server/features/payments/figures';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import { type Actor, type Audit, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { payments } from '~/server/platform/db/schema/billing';
import { companies } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { newRowOf } from '~/server/platform/db/values';
import type { Mailer } from '~/server/platform/mail/mailer';
import { checkRecordVat } from './billing-profile';
import { broughtRecordsOf } from './brought-records';
import { companyOpenRecords } from './client-record';
import { invitationsOf, peopleOf } from './companies.rows';
import { aboutCompany } from './company-records';
import { type CompanyRow, companyNotFound, lockAll } from './locks';
import { changeRights, join, leave, merge } from './membership';
import { changeCompany } from './readdress';
import { renewLinks } from './renew-links';
import { suggestionsOf } from './suggestions';

type Admin = Exclude<Actor, 'system'>;

/** Maximum number of records of each kind on a company's page, newest first. */
const shownRecords = 25;

const status = sql<CompanyFilter>`case when exists (
  select from invoices due where due.company_id = companies.id and due.status = 'open')
  then 'owing' else 'settled' end`;

const columns = {
  company: companies,
  status,
  members: sql<number>`(select count(*)::int from users member where member.company_id = companies.id)`,
};

const sorts = { createdAt: companies.createdAt, name: sql`lower(${companies.name})` };

const toCompany = (row: {
  company: CompanyRow;
  status: CompanyFilter;
  members: number;
}): Company => {
  const { searchText: _, createdAt, updatedAt, ...fields } = row.company;
  return {
    ...fields,
    status: row.status,
    members: row.members,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
};

/** Companies for the panel. */
export function createCompaniesAdmin(
  db: Database,
  options: {
    audit: Audit;
    settings: DocumentSettings;
    mailer: Mailer;
    links: Pick<DocumentLinks, 'mailed'>;
  },
) {
  const { mailer, links } = options;

  async function find(id: number): Promise<Company> {
    const [row] = await db.select(columns).from(companies).where(eq(companies.id, id));
    if (!row) throw companyNotFound();
    return toCompany(row);
  }

  async function earnedFrom(id: number) {
    const { currency } = payments;
    const rows = await db
      .select({ currency, cents: netPaidCents })
      .from(payments)
      .where(
        sql`${payments.invoiceId} in (select bill.id from invoices bill where bill.company_id = ${id})`,
      )
      .groupBy(currency)
      .orderBy(currency);
    return rows.map((row) => ({
      currency: row.currency,
      amount: centsToAmount(Number(row.cents), row.currency),
    }));
  }

  /** Returns the history, newest first, including the history of companies that were merged into this one. */
  async function historyOf(id: number) {
    const merged = await db.execute<{ about: string }>(sql`
      with recursive parts as (
        select ${aboutCompany(id)} as about
        union
        select 'company:' || (entry.before->>'id') from audit_log entry
        join parts on parts.about = entry.about and entry.action = 'company.merged')
      select about from parts`);
    const entries = await Promise.all(
      [...merged].map(({ about }) => options.audit.listAbout(about, timelineMax)),
    );
    return entries
      .flat()
      .sort((a, b) => b.id - a.id)
      .slice(0, timelineMax);
  }

  async function get(id: number): Promise<CompanyDetail> {
    const company = await find(id);
    const { today } = await readDocumentContext(options.settings);
    const [people, invitations, open, earned, requested, offered, billed, changes] =
      await Promise.all([
        peopleOf(db, id),
        invitationsOf(db, id),
        companyOpenRecords(db, id, today),
        earnedFrom(id),
        db
          .select()
          .from(serviceRequests)
          .where(eq(serviceRequests.companyId, id))
          .orderBy(desc(serviceRequests.createdAt), desc(serviceRequests.id))
          .limit(shownRecords),
        db
          .select()
          .from(proposals)
          .where(and(eq(proposals.companyId, id), isNull(proposals.deletedAt)))
          .orderBy(desc(proposals.createdAt), desc(proposals.id))
          .limit(shownRecords),
        db
          .select()
          .from(invoices)
          .where(eq(invoices.companyId, id))
          .orderBy(desc(invoices.createdAt), desc(invoices.id))
          .limit(shownRecords),
        historyOf(id),
      ]);
    return {
      ...company,
      people,
      invitations,
      ...open,
      earned,
      requests: requested.map((row) => entryOf(row, row.title, row.status)),
      proposals: offered.map((row) =>
        entryOf(row, `${row.number}: ${row.title}`, statusOn(today, row)),
      ),
      invoices: billed.map((row) => entryOf(row, row.number ?? 'Draft', row.status)),
      changes: changes.map(({ id: changeId, description, createdAt }) => ({
        id: changeId,
        description,
        createdAt: createdAt.toISOString(),
      })),
    };
  }

  return {
    get,
    find,

    search(request: ListQuery<CompanyFilter, CompanySort>): Promise<Page<Company>> {
      return paginate(db, request, {
        table: companies,
        status,
        matching: holds(companies.searchText, request.search),
        select: async ({ where, limit, offset }) => {
          const rows = await db
            .select(columns)
            .from(companies)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, companies.id))
            .limit(limit)
            .offset(offset);
          return rows.map(toCompany);
        },
      });
    },

    suggestions: (): Promise<CompanySuggestion[]> => suggestionsOf(db),

    async create(actor: Admin, fields: CompanyFields): Promise<CompanyDetail> {
      const id = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(companies)
          .values(newRowOf(companies, fields))
          .returning({ id: companies.id });
        if (!row) throw new Error('a company was not stored');
        await recordAudit(tx, actor, {
          action: 'company.created',
          about: aboutCompany(row.id),
          did: `added the company ${fields.name}`,
        });
        return row.id;
      });
      return get(id);
    },

    /** Changes a company. @throws CONFLICT if it has changed since `expectedUpdatedAt` */
    async update(
      actor: Admin,
      { id, expectedUpdatedAt, ...fields }: CompanyUpdate,
    ): Promise<CompanyDetail> {
      const open = await mailer.open();
      await db.transaction(async (tx) => {
        const before = await lockAll(tx, id);
        rejectStale(before, expectedUpdatedAt);
        checkRecordVat(before, fields);
        const did = `changed the company ${fields.name ?? before.name}`;
        const { revoked } = await changeCompany(tx, actor, before, { fields, did });
        await renewLinks(tx, { links, open }, revoked);
      });
      mailer.sendSoon();
      return get(id);
    },

    /**
     * Adds a client, or creates an account for a new email. Only the owner of the email can sign in to it. Sends no email.
     *
     * @throws CONFLICT for a member of any company and for an admin's email
     */
    async addMember(actor: Admin, member: NewMember): Promise<CompanyDetail> {
      const { id, clientId, email, rights, isManager = false } = member;
      if (!clientId && !email) {
        const message = 'Please choose a client, or enter an email';
        throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'clientId', message }] });
      }
      const open = await mailer.open();
      await db.transaction(async (tx) => {
        const memberId = clientId ?? (await ensureClient(tx, { name: '', email: email ?? '' })).id;
        const { revoked } = await join(tx, actor, id, { clientId: memberId, rights, isManager });
        await renewLinks(tx, { links, open }, revoked);
      });
      mailer.sendSoon();
      return get(id);
    },

    /**
     * Changes the rights of a member.
     *
     * @throws NOT_FOUND for a client who is not a member, or who leaves at the same moment
     */
    async changeMember(actor: Admin, { id, ...member }: MemberChange): Promise<CompanyDetail> {
      const open = await mailer.open();
      await db.transaction(async (tx) =>
        renewLinks(tx, { links, open }, await changeRights(tx, actor, id, member)),
      );
      mailer.sendSoon();
      return get(id);
    },

    /**
     * Removes a member.
     *
     * @param withBrought true if the client leaves with the records that they brought, for example if they were added
     * by mistake
     */
    async removeMember(
      actor: Admin,
      id: number,
      { clientId, withBrought }: { clientId: string; withBrought?: boolean | undefined },
    ): Promise<CompanyDetail> {
      const open = await mailer.open();
      await db.transaction(async (tx) =>
        renewLinks(tx, { links, open }, await leave(tx, actor, id, clientId, { withBrought })),
      );
      mailer.sendSoon();
      return get(id);
    },

    /**
     * Returns the records that a member brought and can leave with. @throws NOT_FOUND for an unknown company
     */
    async brought({ id, clientId }: { id: number; clientId: string }): Promise<BroughtRecords> {
      await find(id);
      return broughtRecordsOf(db, id, clientId);
    },

    /** Merges two companies. @returns the remaining company */
    async merge(actor: Admin, both: { id: number; into: number }): Promise<CompanyDetail> {
      const open = await mailer.open();
      await db.transaction(async (tx) =>
        renewLinks(tx, { links, open }, await merge(tx, actor, both)),
      );
      mailer.sendSoon();
      return get(both.into);
    },

    /** Returns clients without a company who match a search, to choose a new member from. */
    async candidates(search: string | undefined) {
      const rows = await db
        .select()
        .from(users)
        .where(
          and(
            eq(users.isAdmin, false),
            isNull(users.companyId),
            isNull(users.deletedAt),
            holds(users.searchText, search),
          ),
        )
        .orderBy(asc(users.lastName), asc(users.id))
        .limit(20);
      return rows.map((row) => ({
        clientId: row.id,
        name: shownName(row),
        email: row.email,
      }));
    },
  };
}

const entryOf = (row: { id: number; createdAt: Date }, title: string, shown: string) => ({
  id: row.id,
  title,
  status: shown,
  createdAt: row.createdAt.toISOString(),
});

export type CompaniesAdmin = ReturnType<typeof createCompaniesAdmin>;
