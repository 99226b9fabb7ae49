import { useSettings } from '~/web/shell/settings';
import styles from './service-why.module.css';

/** Lists the agency's reasons, each with an explanation. */
export function ServiceWhy() {
  const { reasons } = useSettings();
  if (reasons.length === 0) return null;
  return (
    <section className={styles.section} data-ground="dark" aria-labelledby="why-title">
      <div className="wrap">
        <h2 id="why-title">Why Choose Us</h2>
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason.title}>
              <h3 className={styles.title}>{reason.title}</h3>
              <p className={styles.text}>{reason.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
