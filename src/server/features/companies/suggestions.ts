import { sql } from 'drizzle-orm';

import type { CompanySuggestion } from '~/contract/companies/companies-schema';
import type { Database } from '~/server/platform/db/client';

const suggestionsMax = 20;

/**
 * Finds duplicates of businesses: clients without a company whose newest invoice has the same business and address, and
 * companies with the same name and address. Ignores case and spacing.
 */
export async function suggestionsOf(db: Pick<Database, 'execute'>): Promise<CompanySuggestion[]> {
  const rows = await db.execute<{
    name: string;
    address: string;
    clients: CompanySuggestion['clients'];
    companies: CompanySuggestion['companies'];
  }>(sql`
    with billed as (
      select distinct on (bill.user_id) bill.user_id, bill.buyer->>'company' as name,
        coalesce(bill.buyer->>'address', '') || ' ' || coalesce(bill.buyer->>'postcode', '') as address
      from invoices bill
      join users person on person.id = bill.user_id and person.company_id is null
      where bill.company_id is null and coalesce(bill.buyer->>'company', '') <> ''
      order by bill.user_id, bill.created_at desc, bill.id desc),
    named as (
      select name, address, user_id, null::int as company_id from billed
      union all
      select name, address || ' ' || postcode, null, id from companies),
    keyed as (
      select *, lower(btrim(regexp_replace(name, '\\s+', ' ', 'g'))) as name_key,
        lower(regexp_replace(address, '[\\s,.]+', '', 'g')) as address_key
      from named)
    select min(keyed.name) as name, min(btrim(keyed.address)) as address,
      coalesce(json_agg(json_build_object('clientId', person.id,
        'name', btrim(person.first_name || ' ' || person.last_name), 'email', person.email)
        order by person.created_at, person.id) filter (where person.id is not null), '[]') as clients,
      coalesce(json_agg(json_build_object('id', keyed.company_id, 'name', keyed.name)
        order by keyed.company_id) filter (where keyed.company_id is not null), '[]') as companies
    from keyed left join users person on person.id = keyed.user_id
    where address_key <> ''
    group by name_key, address_key
    having count(*) > 1
    order by count(*) desc, min(keyed.name)
    limit ${suggestionsMax}`);
  return [...rows];
}
