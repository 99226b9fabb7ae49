import { html } from 'hono/html';

import { plainPage } from '~/server/http/plain-page';

/** Matches paths that are available before the agency has set up its site. */
const forAdmins = /^\/(admin|cplogin|invitation|dev)(\/|$|\?)/;

export const isBehindSetup = (path: string): boolean => !forAdmins.test(path);

/** Returns the page that visitors see until the agency has a name. It contains no sample texts or figures. */
export async function setupPage(headers: Record<string, string>, host: string): Promise<Response> {
  const page = await plainPage({
    title: `${host} is being set up`,
    body: html`<h1>This site is being set up</h1>
<p>The agency that will be at home on ${host} has not published anything yet. Please come back soon.</p>
<p>You run it? The start has printed a link to the terminal, or the log, that makes the first account. You have
  one already? <a href="/cplogin?next=/admin%3Fsection%3Dsettings">Sign in and give the site a name</a>: the public pages appear as soon as
  the brand is saved.</p>`,
  });
  return new Response(String(page), {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}
