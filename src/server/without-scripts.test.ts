import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';

const app = testApp();

it('a form without scripts sends nothing, and explains how to continue', async () => {
  const page = await (await app.fetch('/')).text();
  expect(page).toMatch(/<form[^>]*action="\/without-scripts"[^>]*method="post"/);
  const response = await app.fetch('/without-scripts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=Ada&email=ada%40example.com',
  });
  expect(response.status).toBe(200);
  const answer = await response.text();
  expect(answer).toContain('Nothing was sent.');
  expect(answer).not.toContain('ada@example.com');
  const [rows] = await app.sql`select count(*)::int as quotes from quotes`;
  expect(rows?.quotes).toBe(0);
});
