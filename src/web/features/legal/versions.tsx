import { Link } from '@tanstack/react-router';

import type { LegalText } from '~/contract/legal/legal-schema';
import styles from './legal.module.css';
import { formatLegalDate } from './legal-head';

/** Lists earlier versions, and the scheduled one. */
export function Versions({ text }: { text: LegalText }) {
  const { page, upcoming, earlier } = text;
  if (!upcoming && earlier.length === 0) return null;
  const linkTo = ({ version, effectiveOn }: LegalText['earlier'][number]) => (
    <Link to="/legal/$page/$version" params={{ page, version: String(version) }}>
      Version {version}.0, from {formatLegalDate(effectiveOn)}
    </Link>
  );
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <h2 id="versions-title">Other versions</h2>
      <ul>
        {upcoming && <li>{linkTo(upcoming)}, upcoming</li>}
        {earlier.map((one) => (
          <li key={one.version}>{linkTo(one)}</li>
        ))}
      </ul>
    </section>
  );
}
