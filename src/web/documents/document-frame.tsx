import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSettings } from '~/web/shell/settings';
import { BrandMark } from '~/web/ui/brand-mark';
import { ThemeSwitch } from '~/web/ui/theme-switch';
import styles from './document-frame.module.css';

/** Frame of a document at its private link, as plain as a letterhead. */
export function DocumentFrame({ children }: { children: ReactNode }) {
  const { brand, contact } = useSettings();
  return (
    <>
      <header className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.brand} aria-label={`${brand.name}, home`}>
          <BrandMark />
          <span>{brand.name}</span>
        </Link>
        <ThemeSwitch />
      </header>
      <main id="content" tabIndex={-1} className={`wrap ${styles.main}`}>
        {children}
      </main>
      <footer className={`wrap ${styles.foot}`}>
        <p>
          A question? Write to <a href={`mailto:${contact.email}`}>{contact.email}</a>
          {contact.phone && <> or call {contact.phone}</>}. This page is private. Anyone with its
          link can open it.
        </p>
      </footer>
    </>
  );
}
