import { getRouteApi, Link } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import styles from './legal.module.css';
import { LegalHead } from './legal-head';
import { Sections } from './sections';
import { useLegalText } from './use-legal-text';
import { Versions } from './versions';

const route = getRouteApi('/cookies');

export function PageCookies() {
  const { api } = route.useRouteContext();
  const text = useLegalText('cookies');
  const entries = useResult(api.legal.cookies.queryOptions());
  return (
    <div className={`wrap ${styles.page}`}>
      <LegalHead text={text} />
      <Sections
        sections={text.sections}
        first={{
          id: 'entries',
          title: 'What this site stores',
          content: (
            <ul className={styles.entries} aria-label="What this site stores in your browser">
              {entries.map((entry) => (
                <li key={entry.name}>
                  <p>
                    <code>{entry.name}</code>
                    <span>{entry.kind}</span>
                  </p>
                  <p>{entry.purpose}</p>
                  <p className={styles.lifetime}>{entry.lifetime}</p>
                </li>
              ))}
            </ul>
          ),
        }}
      />
      <p className={styles.next}>
        For the data we store on our servers, see <Link to="/privacy">the privacy policy</Link>.
      </p>
      <Versions text={text} />
    </div>
  );
}
