export interface PageFailure {
  status: 429 | 500 | 503;
  /** Text written by us. It must not contain input of a caller. */
  text: string;
}

/** Returns the error page to send if no page can be rendered. It needs neither the database nor scripts. */
export function unavailablePage(
  { status, text }: PageFailure,
  headers: Record<string, string>,
): Response {
  return new Response(backInAMoment(text), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '5' }),
    },
  });
}

/** Returns the complete page with default colors, because the settings with the agency's colors may be unreadable. */
export const backInAMoment = (text: string, more = ''): string =>
  messagePage('Back in a moment', `<p>${text}</p>\n<p><a href="">Try again</a></p>${more}`);

/** Returns a page with a message. @param html content of the page, which must not contain input of a caller */
export const messagePage = (title: string, html: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: light-dark(#fafafa, #131415); color: light-dark(#18191b, #f0f0f0);
  font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 32rem }
h1 { font-size: 2.5rem; line-height: 1.1; letter-spacing: -.02em }
a { color: inherit; font-weight: 600 }
</style>
<main>
<h1>${title}</h1>
${html}
</main>
</html>`;
