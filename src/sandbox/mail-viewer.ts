import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';

import { type MailKind, mailKinds } from '~/contract/common/mail';
import type { RequestEnv } from '~/server/http/rest';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import { escapeHtml } from '~/server/platform/mail/layout';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { NewMail } from '~/server/platform/mail/outbox';
import { type TokenOf, withToken } from '~/server/platform/mail/private-links';
import { renderMailSample } from './mail-samples';

const listMax = 100;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:#fbf8f2;color:#16181b;font:16px/1.6 system-ui,sans-serif}h1{font-size:1.5rem}a{color:#b4471a}li{padding:.75rem 0;border-top:1px solid #e5dfd3}ul{list-style:none;padding:0}small{display:block;color:#5b6068}main{display:grid;gap:0 3rem;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr))}iframe{width:100%;height:40rem;border:1px solid #e5dfd3;border-radius:6px;background:#fff}pre{white-space:pre-wrap;padding:1.25rem;border:1px solid #e5dfd3;border-radius:6px;background:#fff}</style></head><body>${body}</body></html>`;
}

/** Returns a readable name for a kind of email, such as 'Quote received'. */
const nameOf = (kind: MailKind): string =>
  `${kind[0]?.toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`;

type ShownMail = Pick<NewMail, 'to' | 'subject' | 'html' | 'text'> & { replyTo?: string | null };

function mailPage({ to, replyTo, subject, html, text }: ShownMail, note = ''): string {
  const answers = replyTo ? `, answers to ${escapeHtml(replyTo)}` : '';
  return page(
    subject,
    `<p><a href="/dev/mail">All mail</a></p><h1>${escapeHtml(subject)}</h1><small>${note}to ${escapeHtml(to)}${answers}</small><p></p><iframe title="As HTML" sandbox srcdoc="${escapeHtml(html)}"></iframe><h2>As text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

const missing = page(
  'No such mail',
  '<p><a href="/dev/mail">All mail</a></p><h1>There is no such mail</h1>',
);

/**
 * Creates the pages that show the emails which demo mode would have sent, and a sample of each
 * kind. They exist only in demo mode.
 */
export function createMailViewer(
  db: Database,
  {
    tokenOf,
    mailer,
    replyToOf,
  }: {
    tokenOf: TokenOf;
    mailer: Mailer;
    /** Returns the Reply-To header that the email would have. */
    replyToOf(mail: typeof mails.$inferSelect): string | null;
  },
): Hono<RequestEnv> {
  const viewer = new Hono<RequestEnv>();

  viewer.get('/', async (c) => {
    const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(listMax);
    const items = rows.map(
      (row) =>
        `<li><a href="/dev/mail/${row.id}">${escapeHtml(row.subject)}</a><small>to ${escapeHtml(row.to)}, ${row.createdAt.toISOString()}</small></li>`,
    );
    const sent = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
    const samples = mailKinds
      .map((kind) => `<li><a href="/dev/mail/samples/${kind}">${nameOf(kind)}</a></li>`)
      .join('');
    c.header('Cache-Control', 'no-store');
    return c.html(
      page(
        'Sent mail',
        `<main><section><h1>Sent mail</h1>${sent}</section><section><h1>One of each kind</h1><p>Samples in the look of the site; none was sent.</p><ul>${samples}</ul></section></main>`,
      ),
    );
  });

  viewer.get('/samples/:kind', async (c) => {
    const kind = mailKinds.find((one) => one === c.req.param('kind'));
    if (!kind) return c.html(missing, 404);
    const sample = await renderMailSample(mailer, kind);
    c.header('Cache-Control', 'no-store');
    return c.html(mailPage(sample, `A sample of “${nameOf(kind)}”, `));
  });

  viewer.get('/:id{\\d{1,9}}', async (c) => {
    const [stored] = await db
      .select()
      .from(mails)
      .where(eq(mails.id, Number(c.req.param('id'))));
    if (!stored) return c.html(missing, 404);
    c.header('Cache-Control', 'no-store');
    return c.html(mailPage({ ...withToken(stored, tokenOf), replyTo: replyToOf(stored) }));
  });

  return viewer;
}
