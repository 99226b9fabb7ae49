import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';

import type { RequestEnv } from '~/server/http/rest';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import { escapeHtml } from '~/server/platform/mail/layout';
import { type TokenOf, withToken } from '~/server/platform/mail/private-links';

const listMax = 100;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:#fbf8f2;color:#16181b;font:16px/1.6 system-ui,sans-serif}h1{font-size:1.5rem}a{color:#b4471a}li{padding:.75rem 0;border-top:1px solid #e5dfd3}ul{list-style:none;padding:0}small{display:block;color:#5b6068}iframe{width:100%;height:40rem;border:1px solid #e5dfd3;border-radius:6px;background:#fff}pre{white-space:pre-wrap;padding:1.25rem;border:1px solid #e5dfd3;border-radius:6px;background:#fff}</style></head><body>${body}</body></html>`;
}

/** What demo mode would have sent. Never there outside it. */
export function createMailViewer(db: Database, tokenOf: TokenOf): Hono<RequestEnv> {
  const viewer = new Hono<RequestEnv>();

  viewer.get('/', async (c) => {
    const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(listMax);
    const items = rows.map(
      (row) =>
        `<li><a href="/dev/mail/${row.id}">${escapeHtml(row.subject)}</a><small>to ${escapeHtml(row.to)}, ${row.createdAt.toISOString()}</small></li>`,
    );
    const body = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
    c.header('Cache-Control', 'no-store');
    return c.html(page('Sent mail', `<h1>Sent mail</h1>${body}`));
  });

  viewer.get('/:id{\\d{1,9}}', async (c) => {
    const [stored] = await db
      .select()
      .from(mails)
      .where(eq(mails.id, Number(c.req.param('id'))));
    if (!stored) return c.notFound();
    const row = withToken(stored, tokenOf);
    c.header('Cache-Control', 'no-store');
    const body = `<p><a href="/dev/mail">All mail</a></p><h1>${escapeHtml(row.subject)}</h1><small>to ${escapeHtml(row.to)}${row.replyTo ? `, answers to ${escapeHtml(row.replyTo)}` : ''}</small><p></p><iframe title="As HTML" sandbox srcdoc="${escapeHtml(row.html)}"></iframe><h2>As text</h2><pre>${escapeHtml(row.text)}</pre>`;
    return c.html(page(row.subject, body));
  });

  return viewer;
}
