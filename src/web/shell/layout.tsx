import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Toaster } from '~/web/ui/toaster';
import { Footer, FooterLine } from './footer';
import styles from './layout.module.css';
import { NavBar } from './nav-bar';

/** The layout of every page except the panel and its login, which have their own. */
export function Layout({ children }: { children: ReactNode }) {
  const isHome = useRouterState({ select: (state) => state.location.pathname === '/' });
  const hasOwnFrame = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.hasOwnFrame),
  });
  const isClientArea = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.isClientArea),
  });
  if (hasOwnFrame) {
    return (
      <>
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
      <NavBar isHome={isHome} />
      <main
        // The client area's content begins after its navigation.
        id={isClientArea ? undefined : 'content'}
        tabIndex={-1}
        className={isHome ? undefined : styles.page}
      >
        <Progress />
        {children}
      </main>
      {isClientArea ? <FooterLine /> : <Footer />}
      <Toaster />
    </>
  );
}

/** Shows that a page is on its way; too quick a load never shows it. */
function Progress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? (
    <div className={styles.progress} role="progressbar" aria-label="Loading page" />
  ) : null;
}
