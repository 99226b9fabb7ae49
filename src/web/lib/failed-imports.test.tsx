import { expect, it, vi } from 'vitest';

import { forgetFailedImports, importOnline, needsReload, watchImports } from './failed-imports';

it('a script that failed to load needs a reload, unless the browser is offline or a retry succeeds', () => {
  watchImports();
  expect(needsReload()).toBe(false);
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(needsReload()).toBe(true);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(needsReload()).toBe(false);
  vi.restoreAllMocks();
  forgetFailedImports();
  expect(needsReload()).toBe(false);
});

it('an import fails offline, and succeeds once the browser is online', async () => {
  const load = vi.fn(async () => 'loaded');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(importOnline(load)).rejects.toThrow(TypeError);
  expect(load).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(await importOnline(load)).toBe('loaded');
});
