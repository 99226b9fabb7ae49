import { type ReactNode, useId } from 'react';

import { slugify } from '~/contract/common/slugs';
import styles from './block.module.css';

/** A block with its title, which is the target of links to a part of the page. */
export function BlockSection(props: {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { title, className, children } = props;
  const id = useId();
  if (!title) {
    return <div className={[styles.block, className].filter(Boolean).join(' ')}>{children}</div>;
  }
  return (
    <section
      id={slugify(title) || undefined}
      aria-labelledby={id}
      className={[styles.block, className].filter(Boolean).join(' ')}
    >
      <div className="wrap">
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}
