import type { ReactNode } from 'react';

import type { LegalSection } from '~/contract/legal/legal-schema';
import styles from './legal.module.css';
import { Words } from './words';

/** Sections one below the other, and beside them what there is to jump to. */
export function Sections({
  sections,
  children,
}: {
  sections: LegalSection[];
  children?: ReactNode;
}) {
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {children}
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={styles.section}>
            <h2>{section.title}</h2>
            <Words html={section.html} />
          </section>
        ))}
      </div>
    </div>
  );
}
