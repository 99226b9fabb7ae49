import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSettings } from '~/web/shell/settings';
import { BrandMark } from '~/web/ui/brand-mark';
import { ThemeSwitch } from '~/web/ui/theme-switch';
import styles from './admin-frame.module.css';

/** Frame of the admin login. Its only navigation is the link back to the site. */
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
