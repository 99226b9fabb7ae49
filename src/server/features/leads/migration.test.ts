import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0021 leaves the source of earlier leads unknown, and an older instance keeps working', async () => {
  const { url, sql } = await databaseBefore('0021_lead_sources');
  const addQuotes = (count: number) => sql`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    select 'Ada ' || n, 'ada@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine'
    from generate_series(1, ${count}) n`;
  const addMessage = () => sql`
    insert into contact_messages (first_name, last_name, email, service, message)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'A message')`;
  await addQuotes(500);
  await addMessage();

  await migrate(url);
  // As the version before writes.
  await addQuotes(1);
  await addMessage();
  const told = await sql`
    select lead_source, referring_host, first_page, utm_source, utm_campaign, count(*)::int as leads
    from (select lead_source, referring_host, first_page, utm_source, utm_campaign from quotes
      union all
      select lead_source, referring_host, first_page, utm_source, utm_campaign from contact_messages) led
    group by 1, 2, 3, 4, 5`;
  expect(told).toEqual([
    {
      lead_source: null,
      referring_host: '',
      first_page: '',
      utm_source: '',
      utm_campaign: '',
      leads: 503,
    },
  ]);
});
