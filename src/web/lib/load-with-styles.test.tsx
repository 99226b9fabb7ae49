import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { __vitePreload as loadWithStyles } from './load-with-styles';

const linkTo = (file: string) =>
  document.head.querySelector<HTMLLinkElement>(`link[href="/${file}"]`);

/** Files are not loaded: tests dispatch the events. */
const { settings } = (
  window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
).happyDOM;
beforeAll(() => {
  settings.handleDisabledFileLoadingAsSuccess = true;
});
afterAll(() => {
  settings.handleDisabledFileLoadingAsSuccess = false;
});
afterEach(() => document.head.replaceChildren());

describe('loadWithStyles', () => {
  it('loads a module once its style sheet is there', async () => {
    const load = vi.fn(async () => 'the module');
    const result = loadWithStyles(load, ['assets/one.css']);
    expect(linkTo('assets/one.css')?.rel).toBe('stylesheet');
    expect(load).not.toHaveBeenCalled();

    linkTo('assets/one.css')?.dispatchEvent(new Event('load'));

    expect(await result).toBe('the module');
  });

  it('requests no style sheet twice, and none that the page contains', async () => {
    document.head.innerHTML = '<link rel="stylesheet" href="/assets/inlined.css" disabled>';
    const both = [1, 2].map((value) =>
      loadWithStyles(async () => value, ['assets/two.css', 'assets/inlined.css']),
    );
    expect(document.head.querySelectorAll('link')).toHaveLength(2);

    linkTo('assets/two.css')?.dispatchEvent(new Event('load'));

    expect(await Promise.all(both)).toEqual([1, 2]);
  });

  it('reports a failed style sheet, and requests it again', async () => {
    const onFailure = vi.fn();
    window.addEventListener('vite:preloadError', onFailure, { once: true });
    const first = loadWithStyles(async () => 'the module', ['assets/three.css']);
    linkTo('assets/three.css')?.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow('/assets/three.css could not be loaded');
    expect(onFailure).toHaveBeenCalledOnce();
    expect(linkTo('assets/three.css')).toBeNull();

    const second = loadWithStyles(async () => 'the module', ['assets/three.css']);
    linkTo('assets/three.css')?.dispatchEvent(new Event('load'));

    expect(await second).toBe('the module');
  });

  it('reports a module that cannot be loaded', async () => {
    const onFailure = vi.fn();
    window.addEventListener('vite:preloadError', onFailure, { once: true });
    const failure = loadWithStyles(() => Promise.reject(new TypeError('no such file')));
    await expect(failure).rejects.toThrow('no such file');
    expect(onFailure).toHaveBeenCalledOnce();
  });
});
