import type { ClaimKey } from '~/contract/settings/settings';
import { Figures } from '~/web/shell/figures';
import styles from './about-stats.module.css';

const keys: ClaimKey[] = ['projects', 'clients', 'years', 'countries'];

export function AboutStats() {
  return <Figures keys={keys} className={styles.stats} itemClassName={styles.stat} />;
}
