import { html } from 'hono/html';

/** Paths that an agency needs to set up its site. */
const forAdmins = /^\/(admin|cplogin|invitation|dev)(\/|$|\?)/;

export const isBehindSetup = (path: string): boolean => !forAdmins.test(path);

/** What visitors see until the agency has a name: no sample texts or figures. */
export async function setupPage(headers: Record<string, string>, host: string): Promise<Response> {
  const page = await html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${host} is being set up</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; align-content: center; padding: clamp(1.5rem, 8vw, 8rem);
  background: light-dark(#fbf8f2, #111316); color: light-dark(#16181b, #f3eee4);
  font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 40rem }
h1 { margin: 0 0 1.5rem; font-size: clamp(2.25rem, 7vw, 4.5rem); line-height: 1; letter-spacing: -.03em; overflow-wrap: anywhere }
p { max-width: 34rem; margin: 0 0 1.5rem }
hr { width: 4rem; height: 4px; margin: 0 0 2rem; border: 0; background: light-dark(#b4471a, #f08a55) }
a { color: light-dark(#b4471a, #f08a55) }
</style>
<main>
<hr>
<h1>This site is being set up</h1>
<p>The agency that will be at home on ${host} has not published anything yet. Please come back soon.</p>
<p>You run it? <a href="/cplogin?next=/admin%3Fsection%3Dsettings">Sign in and give it a name</a>: the public pages appear as soon as the brand is saved.</p>
</main>
</html>`;
  return new Response(String(page), {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}
