import { cardTechnologiesLimit } from '~/contract/portfolio/portfolio';
import styles from './technologies.module.css';

/** Shows the first few technologies of an item, and the number of others. */
export function Technologies({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  const more = names.length - cardTechnologiesLimit;
  return (
    <ul className={styles.list} aria-label="Technologies">
      {names.slice(0, cardTechnologiesLimit).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {more > 0 && <li className={styles.more}>+{more} more</li>}
    </ul>
  );
}
