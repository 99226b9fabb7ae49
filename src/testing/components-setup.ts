import '@testing-library/jest-dom/vitest';
import './timers';

import { act, cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeEach, expect, type Mock, vi } from 'vitest';

import { forgetUndos } from '~/web/admin/ui/notices';
import { dismissToast, toastStore } from '~/web/ui/toast-store';
import { endDoubles, takeAllowed, takeUnanswered } from './render';
import { stopTimers } from './timers';

const shared = globalThis as typeof globalThis & {
  IS_REACT_ACT_ENVIRONMENT?: boolean;
  /** Property by which Testing Library detects fake timers. */
  jest?: { advanceTimersByTime(ms: number): void };
};
shared.IS_REACT_ACT_ENVIRONMENT = true;
shared.jest = { advanceTimersByTime: (ms) => vi.advanceTimersByTime(ms) };

// React's development build captures a stack trace for each element until it has captured 10,000 within a second. This
// takes a fifth of the time of component tests, which do not show the traces.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') ?? {},
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
);

// Considers only inline styles, because style sheets are not loaded here. happy-dom would compute the cascade for each
// element that a query by role visits.
window.getComputedStyle = (element) => (element as HTMLElement).style;

// React attaches its listeners to a document once: to all events if its first root in the document is the document itself,
// and to almost none if it is an element. Tests render both, so the first root is the document.
act(() => createRoot(document).unmount());

// Adds a document type, because served pages have one, and a library warns if it is missing.
document.insertBefore(
  document.implementation.createDocumentType('html', '', ''),
  document.documentElement,
);

// Autosizing fields measure themselves again when a font has loaded, and the test DOM has no fonts.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

configure({
  // Timeout that is long enough for a slow machine to load a screen's code when the screen is first shown.
  asyncUtilTimeout: 10_000,
  // Error without a dump of the whole document.
  getElementError: (message) => new Error(message ?? 'not found'),
});

/** Matches updates outside of act() that are expected: of the router, and of forms that load their rules later. */
const inItsOwnTime = /not wrapped in act\(/;

/** Fake stream without events. Tests of live updates use their own. */
class SilentStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  close() {}
}

let complaints: Mock[] = [];

const hearComplaints = (): void => {
  complaints = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
};

/** Reads all problems at once. Those left would otherwise be found after the next test, and attributed to it. */
function takeLeft() {
  const allowed = [inItsOwnTime, ...takeAllowed()];
  const said = complaints
    .flatMap(({ mock }) => mock.calls.map((words) => words.join(' ')))
    .filter((line) => !allowed.some((pattern) => pattern.test(line)));
  return { console: said, callsWithoutAnswer: takeUnanswered() };
}

const nothing: ReturnType<typeof takeLeft> = { console: [], callsWithoutAnswer: [] };

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentStream);
  hearComplaints();
});

// Test files share modules and the document, so each test cleans up.
afterEach(() => {
  cleanup();
  forgetUndos();
  act(() => {
    for (const { id } of toastStore.get()) dismissToast(id);
  });
  vi.useRealTimers();
  const left = takeLeft();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
  expect(left).toEqual(nothing);
});

/** Number of event loop turns after which work that a test did not await has ended. */
const turns = 5;

// Problems that the last test left are attributed to this file. They end before the next file.
afterAll(async () => {
  hearComplaints();
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < turns; turn += 1) await new Promise((done) => setTimeout(done));
  stopTimers();
  const left = takeLeft();
  endDoubles();
  vi.restoreAllMocks();
  expect(left, 'after the last test').toEqual(nothing);
});
