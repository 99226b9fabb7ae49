import { Hono } from 'hono';
import { html } from 'hono/html';

import type { Settings } from '~/server/features/settings/settings.service';
import { plainPage } from './plain-page';
import type { RequestEnv } from './rest';

/** Handles forms that were sent without scripts. Explains how to proceed, and stores no input. */
export function createWithoutScripts(settings: Pick<Settings, 'getPublic'>) {
  const routes = new Hono<RequestEnv>();
  routes.post('/without-scripts', async (c) => {
    const { contact } = await settings.getPublic();
    const body = html`<h1>This form needs JavaScript</h1>
<p>Nothing was sent. Go back: most browsers still have what you typed.${
      contact.email
        ? html` Or write to <a href="mailto:${contact.email}">${contact.email}</a>.`
        : ''
    }</p>`;
    return c.html(await plainPage({ title: 'This form needs JavaScript', body }), 200, {
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}
