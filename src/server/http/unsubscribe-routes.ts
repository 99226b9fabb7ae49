import { Hono } from 'hono';

import type { NotificationKind } from '~/contract/notifications/notifications-schema';
import type { NotificationService } from '~/server/features/notifications/notifications.service';
import type { Look } from '~/server/features/settings/logo';
import type { Settings } from '~/server/features/settings/settings.service';
import { escapeHtml } from '~/server/platform/mail/layout';
import type { Context } from '~/server/platform/trpc/context';
import { privateLinkHeaders } from './headers';
import type { HonoContext, RequestEnv } from './rest';

interface Frame {
  name: string;
  tones: Look['tones'];
}

const words: Record<NotificationKind, string> = {
  messages: 'new messages',
  deliverables: 'files to decide on',
  status: 'the status of requests',
};

/**
 * Serves the unsubscribe link in emails about requests. Email programs send a POST request (RFC 8058). A person who
 * opens the link must confirm, because link checkers open links too.
 */
export function createUnsubscribeRoutes(options: {
  notifications: Pick<NotificationService, 'holderOf' | 'unsubscribe'>;
  settings: Pick<Settings, 'getLook' | 'getPublic'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();

  async function frame(): Promise<Frame> {
    const [{ tones }, { brand }] = await Promise.all([
      options.settings.getLook(),
      options.settings.getPublic(),
    ]);
    return { name: brand.name, tones };
  }

  async function countRequest(c: HonoContext): Promise<void> {
    const { rateLimits, visit } = await options.createContext(c);
    await rateLimits.consume('unsubscribes', visit.network);
  }

  routes.get('/unsubscribe/:token', async (c) => {
    await countRequest(c);
    const { kind } = await options.notifications.holderOf(c.req.param('token'));
    return c.html(
      page(
        `<h1>No more mails about ${words[kind]}?</h1><form method="post"><button>End these mails</button></form>`,
        await frame(),
      ),
      200,
      privateLinkHeaders,
    );
  });

  routes.post('/unsubscribe/:token', async (c) => {
    await countRequest(c);
    const kind = await options.notifications.unsubscribe(c.req.param('token'));
    return c.html(
      page(
        `<h1>Done</h1><p>You get no more mails about ${words[kind]}. You can change this in your account.</p>`,
        await frame(),
      ),
      200,
      privateLinkHeaders,
    );
  });
  return routes;
}

/** Renders a page in the agency's light theme, like the email that links to it. */
function page(body: string, { name, tones }: Frame): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails about requests</title><style>body{margin:0 auto;max-width:36rem;padding:3rem 1.25rem;background:${tones.paper};color:${tones.ink};font:1rem/1.6 system-ui,sans-serif}p.name{font-weight:700;color:${tones.rust}}button{padding:.75rem 1.5rem;border:0;border-radius:6px;background:${tones.rust};color:${tones['on-rust']};font:inherit;font-weight:600}</style></head><body><p class="name">${escapeHtml(name)}</p>${body}</body></html>`;
}
