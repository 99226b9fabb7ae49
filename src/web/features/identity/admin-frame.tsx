import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSettings } from '~/web/shell/settings';
import { BrandMark } from '~/web/ui/brand-mark';
import { ThemeSwitch } from '~/web/ui/theme-switch';
import styles from './admin-frame.module.css';

/** The frame of the admin login, which has nothing of the site's navigation but the way back to it. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { brand } = useSettings();
  return (
    <>
      <header className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.brand} aria-label={`${brand.name}, home`}>
          <BrandMark />
          <span>{brand.name}</span>
        </Link>
        <ThemeSwitch />
      </header>
      <main id="content">{children}</main>
    </>
  );
}
