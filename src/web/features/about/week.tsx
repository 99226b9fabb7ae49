import type { About } from '~/contract/settings/settings-schema';
import { useIsShown } from '~/web/shell/settings';
import styles from './week.module.css';

/** Shows the agency's process as stations on one line; the last one is emphasized. */
export function Week({ week }: { week: About['week'] }) {
  const isShown = useIsShown('week');
  if (week.items.length === 0 || !isShown) return null;
  return (
    <section className={styles.section} data-ground="dark" aria-labelledby="week-title">
      <div className="wrap">
        <h2 id="week-title">{week.title}</h2>
        <div className={styles.frame}>
          <span className={styles.way} aria-hidden="true" />
          <ol className={styles.line}>
            {week.items.map((item) => (
              <li key={item.title} className={styles.station}>
                <h3>{item.title}</h3>
                <p>{item.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
