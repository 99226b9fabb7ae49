import { Link } from '@tanstack/react-router';

import styles from './legal.module.css';
import { LegalHead } from './legal-head';
import { Sections } from './sections';
import { useLegalText } from './use-legal-text';
import { Versions } from './versions';

export function PagePrivacy() {
  const text = useLegalText('privacy');
  return (
    <div className={`wrap ${styles.page}`}>
      <LegalHead text={text} />
      <Sections sections={text.sections} />
      <p className={styles.next}>
        Everything this site stores in your browser is listed on{' '}
        <Link to="/cookies">the cookies page</Link>. Questions about your data go to{' '}
        <Link to="/contact" search={{ subject: 'legal' }}>
          our legal team
        </Link>
        .
      </p>
      <Versions text={text} />
    </div>
  );
}
