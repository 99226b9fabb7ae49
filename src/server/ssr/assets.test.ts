import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Window } from 'happy-dom';
import { afterAll, describe, expect, it } from 'vitest';

import { type PageTags, readPageTags } from './assets';

const page = (file: string) => ({ file, imports: ['_lib.js'], css: ['assets/page.css'] });
const clientDir = mkdtempSync(join(tmpdir(), 'client-'));
mkdirSync(join(clientDir, '.vite'));
mkdirSync(join(clientDir, 'assets'));
writeFileSync(
  join(clientDir, '.vite/manifest.json'),
  JSON.stringify({
    'src/web/entry-client.tsx': { file: 'assets/entry.js', isEntry: true },
    '_lib.js': { file: 'assets/lib.js' },
    'src/web/routes/about.tsx?tsr-split=component': page('assets/about.js'),
    'src/web/routes/dashboard/index.tsx?tsr-split=component': page('assets/dashboard.js'),
  }),
);
writeFileSync(join(clientDir, '.vite/fonts.css'), '@font-face{src:url(/assets/text.woff2)}');
writeFileSync(join(clientDir, 'assets/page.css'), 'h1{margin:0}.notice{top:0}');

const windows: Window[] = [];
afterAll(async () => {
  for (const window of windows) await window.happyDOM.close();
  rmSync(clientDir, { recursive: true });
});

const now = (callback: () => void) => callback();

/** Loads a page until its first paint. Requested resources are not fetched. */
function paint({ head, body }: Pick<PageTags, 'head' | 'body'>, saveData: boolean) {
  const window = new Window({
    settings: { disableCSSFileLoading: true, disableJavaScriptFileLoading: true },
  });
  windows.push(window);
  const { document } = window;
  document.head.innerHTML = head;
  const code = [head, body].map((html) => /<script>(.*)<\/script>/.exec(html)?.[1]).join(';');
  new Function(
    'document',
    'navigator',
    'requestAnimationFrame',
    'addEventListener',
    'removeEventListener',
    'setTimeout',
    code,
  )(
    document,
    { connection: { saveData } },
    now,
    window.addEventListener.bind(window),
    window.removeEventListener.bind(window),
    now,
  );
  return {
    scripts: () =>
      Array.from(document.querySelectorAll('script[src]'), (script) => script.getAttribute('src')),
    preloads: () =>
      Array.from(document.querySelectorAll('link[rel=modulepreload]'), (link) =>
        link.getAttribute('href'),
      ),
    fonts: () =>
      Array.from(document.querySelectorAll('link[rel=preload][as=font][crossorigin]'), (link) =>
        link.getAttribute('href'),
      ),
    fontsFor: () => document.getElementById('web-fonts')?.getAttribute('media'),
    interact: () => document.body.dispatchEvent(new window.Event('pointerdown', { bubbles: true })),
    styles: () => Array.from(document.querySelectorAll('link[rel=stylesheet]:not([disabled])')),
    arrive: (link: { dispatchEvent(event: never): boolean }, how: 'load' | 'error') =>
      link.dispatchEvent(new window.Event(how) as never),
  };
}

const tagsFor = readPageTags(clientDir);
const entry = '/assets/entry.js';

describe('requests of a page', () => {
  it('are its fonts, and its scripts after the first paint', () => {
    const shown = paint(tagsFor(['/about']), false);
    expect(shown.preloads()).toEqual(['/assets/about.js', '/assets/lib.js']);
    expect(shown.scripts()).toEqual([entry]);
    expect(shown.fonts()).toEqual(['/assets/text.woff2']);
    expect(shown.fontsFor()).toBe('all');
  });

  it('are delayed until the first interaction for a visitor who saves data', () => {
    const shown = paint(tagsFor(['/about']), true);
    expect([...shown.fonts(), ...shown.preloads(), ...shown.scripts()]).toEqual([]);
    shown.interact();
    expect(shown.preloads()).toEqual(['/assets/about.js', '/assets/lib.js']);
    expect(shown.scripts()).toEqual([entry]);
    shown.interact();
    expect(shown.scripts()).toEqual([entry]);
    expect(shown.fontsFor()).toBe('print,(scripting:none)');
  });

  it('are the scripts immediately if the page is empty without them', () => {
    const shown = paint(tagsFor(['/dashboard/']), true);
    expect(shown.scripts()).toEqual([entry]);
    expect(shown.fontsFor()).toBe('print,(scripting:none)');
  });
});
