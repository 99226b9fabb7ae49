import type { ClaimKey } from '~/contract/settings/settings';
import { useSettings } from '~/web/shell/settings';
import styles from './stats-strip.module.css';

const shown: ClaimKey[] = ['projects', 'satisfaction', 'years', 'clients', 'support'];

export function StatsStrip() {
  const { claims } = useSettings();
  const made = shown.filter((key) => claims[key].value);
  if (made.length === 0) return null;
  return (
    <section className="wrap" aria-label="In figures">
      <dl className={styles.strip}>
        {made.map((key) => (
          <div key={key} className={styles.stat}>
            <dt>{claims[key].label}</dt>
            <dd>{claims[key].value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
