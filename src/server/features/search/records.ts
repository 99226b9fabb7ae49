import { type SQL, sql } from 'drizzle-orm';

import { contentKindOf, type SearchedRecord, searchResultsMax } from '~/contract/admin/search';
import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import type { Database } from '~/server/platform/db/client';
import { type SearchedTable, searchKeysOf } from '~/server/platform/db/schema/search-keys';
import { type KeyCondition, tsqueryOf } from './search-keys';

/**
 * Maximum number of matching rows of a kind that are read and sorted. If more rows match, PostgreSQL reads a sample of
 * about this size, so the newest ones may be missing.
 */
export const candidatesMax = 100;
/** Maximum number of matching clients, companies and invoices whose other records are found too. */
const ownersMax = 50;

/** SQL that reads the records of a kind. Columns of other tables are read only for the returned rows. */
interface Source {
  table: SearchedTable;
  title: string;
  /** Parts of the subtitle. */
  about: string[];
  /** Excludes rows that the panel does not list. */
  where?: string;
  /** Matches rows by the client, company or invoice to which they belong. */
  orOf?: string;
  /** Value that identifies the record in its URL, if not the id. */
  target?: string;
}

const personName = `coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`;
const clientName = `(select ${personName} from users where users.id = hit.user_id)`;
const companyName = '(select name from companies where companies.id = hit.company_id)';
const invoiceOf = (column: string) =>
  `(select ${column} from invoices where invoices.id = hit.invoice_id)`;
const isOf = (column: string, owners: string) => `${column} = any(array(select id from ${owners}))`;

/** Columns of content types that describe a row in addition to its title. */
const aboutContent: Partial<Record<ContentKey, string[]>> = {
  services: ['category::text'],
  portfolio: ['client_name'],
  blog: ['author_name'],
  customPages: [`'/' || slug`],
  testimonials: ['company'],
};

const contentSources = Object.fromEntries(
  contentKeys.map((key): [string, Source] => {
    const { table, title } = contentTypes[key];
    return [
      contentKindOf(key),
      { table, title, about: aboutContent[key] ?? [], where: 'deleted_at is null' },
    ];
  }),
);

const sources = {
  client: {
    table: 'users',
    title: personName,
    about: ['email', companyName],
    where: 'not is_admin and deleted_at is null',
    orOf: isOf('company_id', 'firms'),
  },
  company: { table: 'companies', title: 'name', about: ['city', 'email'] },
  invoice: {
    table: 'invoices',
    title: `coalesce(number, 'Draft')`,
    about: ['client_name', `buyer->>'company'`],
  },
  proposal: {
    table: 'proposals',
    title: 'number',
    about: ['title', 'client_name'],
    where: 'deleted_at is null',
  },
  request: {
    table: 'service_requests',
    title: 'title',
    about: [clientName, companyName],
    orOf: `${isOf('user_id', 'people')} or ${isOf('company_id', 'firms')}`,
  },
  quote: {
    table: 'quotes',
    title: 'name',
    about: ['company', 'service_name', 'email'],
    where: 'not is_spam and merged_into is null',
  },
  message: {
    table: 'contact_messages',
    title: `trim(first_name || ' ' || last_name)`,
    about: ['subject', 'email'],
    where: 'not is_spam',
  },
  payment: {
    table: 'payments',
    title: 'description',
    about: [`coalesce(${clientName}, ${invoiceOf('client_name')})`, 'reference'],
    orOf: `${isOf('user_id', 'people')} or ${isOf('invoice_id', 'billed')}`,
    target: `coalesce(${invoiceOf('number')}, (select email from users where users.id = hit.user_id), description)`,
  },
  credit_note: {
    table: 'credit_notes',
    title: 'number',
    about: [invoiceOf('number'), invoiceOf('client_name')],
    orOf: isOf('invoice_id', 'billed'),
  },
  recurring_invoice: {
    table: 'recurring_invoices',
    title: 'client_name',
    about: [`buyer->>'company'`, 'client_email'],
  },
  admin: { table: 'users', title: personName, about: ['email', 'username'], where: 'is_admin' },
  ...contentSources,
} as Record<SearchedRecord, Source>;

const matches = (table: SearchedTable) => sql`${searchKeysOf(table)} @@ (select keys from query)`;

/** Reads the newest rows of one kind. */
function selectKind(kind: SearchedRecord): SQL {
  const { table, title, about, where = 'true', orOf = 'false', target = 'id' } = sources[kind];
  const parts = about.map((part) => `nullif(${part}, '')`).join(', ');
  return sql`(select ${sql.raw(`'${kind}'`)} as kind, id::text as id, ${sql.raw(title)} as title,
    ${sql.raw(parts ? `concat_ws(' · ', ${parts})` : `''`)} as subtitle, (${sql.raw(target)})::text as target, created_at
    from (select * from ${sql.raw(table)} where (${matches(table)} or ${sql.raw(orOf)}) and ${sql.raw(where)}
      limit ${sql.raw(String(2 * candidatesMax))}) hit
    order by created_at desc, id desc limit ${sql.raw(String(searchResultsMax))})`;
}

const owners = (name: string, table: SearchedTable) =>
  sql`${sql.raw(name)} as materialized (select id from ${sql.raw(table)} where ${matches(table)} limit ${sql.raw(String(ownersMax))})`;

export interface FoundRecord extends Record<string, unknown> {
  kind: SearchedRecord;
  id: string;
  title: string;
  subtitle: string;
  /** Id, or another value that identifies the record in its URL. */
  target: string;
}

/**
 * Returns records of these kinds whose keys match the condition, newest first for each kind. Uses a single statement,
 * so that PostgreSQL plans only once. Hides the condition from the planner, which would otherwise compute the keys of
 * whole tables for frequent words. The setting for the sample's size ends with the statement.
 */
export async function findRecords(
  db: Database,
  kinds: readonly SearchedRecord[],
  condition: KeyCondition,
): Promise<FoundRecord[]> {
  if (kinds.length === 0) return [];
  const found = await db.execute<FoundRecord & { created_at: Date }>(sql`
    with query as materialized (select ${tsqueryOf(condition)}::tsquery as keys,
        set_config('gin_fuzzy_search_limit', ${String(candidatesMax)}, true)),
      ${owners('people', 'users')}, ${owners('firms', 'companies')}, ${owners('billed', 'invoices')}
    select * from (${sql.join(kinds.map(selectKind), sql` union all `)}) found
    order by created_at desc, id desc`);
  return [...found];
}
