import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { expect, vi } from 'vitest';

import { type AdminSearch, readAdminSearch } from '~/contract/admin/admin';
import { LateQueryClient } from '~/web/lib/late-query-client';
import { createQueryClient } from '~/web/lib/query-client';
import type { RouterContext } from '~/web/lib/router-context';
import { createApi, createApiClient } from '~/web/lib/trpc';
import { createAppRouter } from '~/web/router';
import { Toaster } from '~/web/ui/toaster';
import { type Answers, type ApiDouble, createApiDouble } from './api-double';
import { publicAnswers } from './samples';

export type { Answers, ProcedurePath } from './api-double';

const publicUrl = 'http://agency.test';

export interface Rendered {
  api: ApiDouble;
  /** Types and clicks like a user. Fake timers advance in the meantime. */
  user: UserEvent;
  /** Returns the router's path and query. */
  location(): string;
  /** Goes back in the history, like a browser's button. */
  back(): void;
  /** Removes the rendered screen. Storage is kept, as after a reload. */
  unmount(): void;
}

/** Fake servers of all tests in the file, because a finished test may still call one. */
const doubles: ApiDouble[] = [];

/** Returns procedures that any test of the file called without a response. */
export const takeUnanswered = (): string[] =>
  doubles.flatMap(({ unanswered }) => unanswered.splice(0));

/** Ends the fake servers of all tests so far. */
export function endDoubles(): void {
  for (const double of doubles.splice(0)) double.end();
}

const allowed: RegExp[] = [];

/** Allows messages on the console. All other errors and warnings fail the test. */
export function allowOnConsole(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

/** Returns the patterns that were allowed since the last call. */
export const takeAllowed = (): RegExp[] => allowed.splice(0);

function startDouble(answers: Answers | undefined): ApiDouble {
  const api = createApiDouble(answers);
  doubles.push(api);
  return api;
}

/** Returns whether a text contains no special keys. */
const isPlain = (text: string) => /^[^{}[\]\n]{3,}$/.test(text);
const isField = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function setupUser(): UserEvent {
  const user = userEvent.setup({
    advanceTimers: (ms) => {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
    },
  });
  return {
    ...user,
    /**
     * Types a text by pasting it, because each key renders the whole screen, which takes most of a test's time.
     */
    type: async (element, text, options) => {
      if (options || !isPlain(text) || !isField(element)) return user.type(element, text, options);
      await user.click(element);
      await user.paste(text);
    },
  };
}

/**
 * Renders a component with its providers: the API, the query cache, a router, and the region of notices. Every path shows
 * the component. Paths of the panel have its search parameters.
 *
 * @param options.load runs before the component is shown at a path of the panel, as the loader of the panel does
 */
export async function renderPart(
  part: ReactNode,
  options: {
    answers?: Answers;
    path?: string;
    load?(context: RouterContext, search: AdminSearch): Promise<void>;
  } = {},
): Promise<Rendered> {
  const api = startDouble(options.answers);
  const queryClient = new LateQueryClient(async () => createQueryClient);
  queryClient.attach(createQueryClient);
  const context: RouterContext = {
    queryClient,
    api: createApi(queryClient, api.calls),
    client: createApiClient(api.calls),
    publicUrl,
  };
  const root = createRootRouteWithContext<RouterContext>()();
  const everywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => part });
  const panel = createRoute({
    getParentRoute: () => root,
    path: 'admin',
    validateSearch: readAdminSearch,
    loaderDeps: ({ search: { section } }) => ({ section }),
    loader: ({ location }) => options.load?.(context, readAdminSearch(location.search)),
    pendingMs: Number.POSITIVE_INFINITY,
    component: () => part,
  });
  const router = createRouter({
    routeTree: root.addChildren([everywhere, panel]),
    context,
    history: createMemoryHistory({ initialEntries: [options.path ?? '/'] }),
  });
  await Promise.all([
    queryClient.ensureQueryData(context.api.settings.public.queryOptions()),
    queryClient.ensureQueryData(context.api.settings.formFields.queryOptions()),
    queryClient.ensureQueryData(context.api.identity.viewer.queryOptions()),
    router.load(),
  ]);
  const { unmount } = render(
    <>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
      <Toaster />
    </>,
  );
  return {
    api,
    user: setupUser(),
    location: () => router.state.location.href,
    back: () => act(() => router.history.back()),
    unmount,
  };
}

/**
 * Renders the whole screen at `path`, with its layout and loaders.
 *
 * @param answers replace the responses with sample content, which public pages get
 */
export async function renderScreen(path: string, answers?: Answers): Promise<Rendered> {
  const api = startDouble(publicAnswers);
  if (answers) api.answer(answers);
  const router = createAppRouter({ calls: api.calls, publicUrl });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  // React warns because the whole document is rendered, including a script that only runs in the server's HTML.
  allowOnConsole(/Encountered a script tag while rendering/);
  render(<RouterProvider router={router} />, { container: document });
  // While the panel is loading, there is no main region.
  await waitFor(() => expect(document.querySelector('main, [role=status]')).not.toBeNull());
  return {
    api,
    user: setupUser(),
    location: () => router.state.location.href,
    back: () => act(() => router.history.back()),
    // The next screen gets a new document, as after a reload.
    unmount: cleanup,
  };
}

/** Returns a response that the test resolves when it opens the gate. */
export function createGate<Value>(): { answer: Promise<Value>; open(value: Value): void } {
  let open: (value: Value) => void = () => {};
  const answer = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { answer, open };
}

/** Returns the visible notices. */
export const shownToasts = (): string[] =>
  Array.from(
    screen.getByRole('region', { name: 'Notifications (F8)' }).querySelectorAll('li'),
    (item) => item.textContent ?? '',
  );
