import type { ReactNode } from 'react';

import type { LegalSection } from '~/contract/legal/legal-schema';
import styles from './legal.module.css';
import { Words } from './words';

/** Sections of a text, with a table of contents beside them. @param first a section before those of the text */
export function Sections({
  sections,
  first,
}: {
  sections: LegalSection[];
  first?: Pick<LegalSection, 'id' | 'title'> & { content: ReactNode };
}) {
  return (
    <div className={styles.columns}>
      <nav className={styles.contents} aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          {[...(first ? [first] : []), ...sections].map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {first && (
          <section id={first.id} className={styles.section}>
            <h2>{first.title}</h2>
            {first.content}
          </section>
        )}
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
