import { homeTexts } from '~/contract/built-in-pages/home-texts';
import { useSettings, useTexts } from '~/web/shell/settings';
import styles from './reasons.module.css';

export function Reasons() {
  const { brand, reasons } = useSettings();
  const { reasonsTitle } = useTexts('home', homeTexts);
  if (reasons.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="reasons-title">
      <div className={`wrap ${styles.grid}`}>
        <h2 id="reasons-title" className={styles.title}>
          {reasonsTitle.replace('{agency}', brand.name)}
        </h2>
        <ol className={styles.list}>
          {reasons.map((reason) => (
            <li key={reason.title}>
              <h3>{reason.title}</h3>
              <p>{reason.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
