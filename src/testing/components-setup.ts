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
  /** Testing Library detects fake timers by this property. */
  jest?: { advanceTimersByTime(ms: number): void };
};
shared.IS_REACT_ACT_ENVIRONMENT = true;
shared.jest = { advanceTimersByTime: (ms) => vi.advanceTimersByTime(ms) };

// React's development build captures a stack trace for each element until it has captured 10,000 in a second. This takes a
// fifth of the time of component tests, whose messages do not show them.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') ?? {},
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
);

// Style sheets are not loaded here, so inline styles decide. happy-dom would compute the cascade of each element that a query by
// role visits.
window.getComputedStyle = (element) => (element as HTMLElement).style;

// React attaches its listeners to a document once: to all events if the document is its first root, and to almost none
// if the first root is an element in it. Tests render both.
act(() => createRoot(document).unmount());

// Served pages have a document type, and a library warns without one.
document.insertBefore(
  document.implementation.createDocumentType('html', '', ''),
  document.documentElement,
);

configure({
  // A screen's code is loaded when it is first shown, which can be slow on a busy machine.
  asyncUtilTimeout: 10_000,
  // Without a dump of the whole document.
  getElementError: (message) => new Error(message ?? 'not found'),
});

/** The router, and forms that load their rules later, update outside of act(). */
const inItsOwnTime = /not wrapped in act\(/;

/** A stream without events; tests of live updates have their own. */
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

/** Reads all at once: otherwise the rest would be found after the next test, and attributed to it. */
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

// Test files share modules and document, so each test cleans up.
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

/** Number of event loop turns in which unawaited work of a test ends. */
const turns = 5;

// Problems left by the last test are attributed to this file, and end before the next one.
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
