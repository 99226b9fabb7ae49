import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

const style = `
:root { color-scheme: light dark;
  --paper: light-dark(#fbf8f2, #111316); --ink: light-dark(#16181b, #f3eee4); --quiet: light-dark(#5b6068, #a3a8b0);
  --raised: light-dark(#ffffff, #1a1d21); --edge: light-dark(#8d877b, #6d747e); --line: light-dark(#e5dfd3, #2b2f35);
  --rust: light-dark(#b4471a, #f08a55); --on-rust: light-dark(#ffffff, #16181b);
  --danger: light-dark(#a3211d, #ff8d85); --danger-ground: light-dark(#fbe9e6, #3a1d1b) }
*, *::before { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; align-content: center; padding: clamp(1.5rem, 8vw, 8rem);
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif }
main { max-width: 40rem }
h1 { margin: 0 0 1.5rem; font-size: clamp(2.25rem, 7vw, 4.5rem); line-height: 1; letter-spacing: -.03em; overflow-wrap: anywhere }
p { max-width: 34rem; margin: 0 0 1.5rem }
hr { width: 4rem; height: 4px; margin: 0 0 2rem; border: 0; background: var(--rust) }
a { color: var(--rust) }
code { font: .9em/1.6 ui-monospace, monospace; overflow-wrap: anywhere }
:focus-visible { outline: 2px solid var(--rust); outline-offset: 2px }`;

/** Renders a page that needs no files of the build and no external scripts, for times when there is no site yet. */
export function plainPage(options: {
  title: string;
  body: Html | Promise<Html>;
  style?: string;
  /** Inline script, whose hash the Content-Security-Policy must contain. */
  script?: string;
}): Html | Promise<Html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${options.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(style)}${raw(options.style ?? '')}
</style>
</head>
<body>
<main>
<hr>
${options.body}
</main>
${options.script ? raw(`<script>${options.script}</script>`) : ''}
</body>
</html>`;
}
