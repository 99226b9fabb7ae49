import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';

import { isAdminPath } from '~/contract/identity/identity';
import { Toaster } from '~/web/ui/toaster';
import { ClientViewNotice, hasClientViewNotice } from './client-view-notice.lazy';
import { Footer } from './footer';
import styles from './layout.module.css';
import { NavBar } from './nav-bar';
import { useViewer } from './settings';

/** Layout of every page, except for the panel and its login, which have their own layouts. */
export function Layout({ children }: { children: ReactNode }) {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        // A link to a part of a page scrolls there.
        if (!fromLocation || !pathChanged || toLocation.hash) return;
        void import('./focus-title').then(({ focusTitle }) => focusTitle());
      }),
    [router],
  );
  const isHome = useRouterState({ select: (state) => state.location.pathname === '/' });
  const isPanel = useRouterState({ select: (state) => isAdminPath(state.location.pathname) });
  const frame = useRouterState({
    select: ({ matches }) => matches.find(({ staticData }) => staticData.frame)?.staticData.frame,
  });
  const viewer = useViewer();
  const notice = !isPanel && viewer && hasClientViewNotice(viewer) && (
    <Suspense>
      <ClientViewNotice viewer={viewer} />
    </Suspense>
  );
  if (frame === 'own') {
    return (
      <>
        {notice}
        {children}
        <Toaster />
      </>
    );
  }
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {notice}
      <NavBar isHome={isHome} />
      <main
        // In the client area, the content begins below the navigation.
        id={frame ? undefined : 'content'}
        tabIndex={-1}
        className={isHome ? undefined : styles.page}
      >
        <Progress />
        {children}
      </main>
      <Footer isLine={frame === 'client'} />
      <Toaster />
    </>
  );
}

/** Shows that a page is loading. It is not visible if the page loads quickly. */
function Progress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? (
    <div className={styles.progress} role="progressbar" aria-label="Loading page" />
  ) : null;
}
