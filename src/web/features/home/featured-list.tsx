import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { buttonClass } from '~/web/ui/button';
import styles from './featured-list.module.css';

/** Part of a larger list, with its title and a link to the whole list. */
export function FeaturedList(props: {
  id: string;
  title: string;
  to: LinkProps['to'];
  linkText: string;
  children: ReactNode;
}) {
  const { id, title, to, linkText, children } = props;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className="wrap">
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <Link to={to} className={buttonClass('outline')}>
            {linkText}
          </Link>
        </div>
        {children}
      </div>
    </section>
  );
}
