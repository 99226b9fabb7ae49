import type { About } from '~/contract/settings/settings-schema';
import styles from './values.module.css';

export function Values({ values }: { values: About['values'] }) {
  if (values.items.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="values-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="values-title">{values.title}</h2>
        <ul className={styles.list}>
          {values.items.map((value) => (
            <li key={value.title}>
              <h3>{value.title}</h3>
              <p>{value.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
