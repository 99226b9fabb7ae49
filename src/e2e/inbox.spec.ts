import { main, openPanel, sendQuote } from './admin-panel';
import { expect, test, toasts } from './fixtures';
import { signInAsAdmin } from './people';

test('an admin triages leads with the keyboard', async ({ page, context, sql }) => {
  await signInAsAdmin(context);
  const first = await sendQuote(page);
  const mark = `Triage ${crypto.randomUUID()}`;
  await sql`update quotes set name = ${`${mark} 1`} where name = ${first}`;
  await sql`
    with made as (
      insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
      select ${mark} || ' ' || n, 'lead' || n || '@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine'
      from generate_series(2, 5) n returning id)
    insert into conversations (kind, quote_id, waiting_since) select 'quote', id, now() from made`;
  await openPanel(page, `?section=inbox&search=${encodeURIComponent(mark)}`);
  const rows = main(page).getByRole('list', { name: 'To do' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);

  /** Presses keys for one lead, after which the next lead is active. */
  const act = async (...pressed: string[]) => {
    const before = await rows.count();
    for (const key of pressed) await page.keyboard.press(key);
    await expect(rows).toHaveCount(before - 1);
  };
  await page.keyboard.press('j');
  await act('s', '3');
  await act('x');
  await act('h', '2');
  await act('s', '5');
  await act('d');
  await expect(main(page).getByText('No results.')).toBeVisible();

  const [counts] = await sql`
    select count(*) filter (where status = 'rejected')::int as rejected,
      count(*) filter (where status = 'pending' and waiting_since is null)::int as answered,
      count(*) filter (where snoozed_until is not null)::int as snoozed,
      count(*) filter (where is_hidden)::int as spam,
      count(*) filter (where done_at is not null)::int as done
    from conversations join quotes on quotes.id = quote_id where name like ${`${mark}%`}`;
  expect(counts).toEqual({ rejected: 1, answered: 1, snoozed: 1, spam: 1, done: 2 });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
});
