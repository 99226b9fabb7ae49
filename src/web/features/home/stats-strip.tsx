import type { ClaimKey } from '~/contract/settings/settings';
import { Figures } from '~/web/shell/figures';
import styles from './stats-strip.module.css';

const keys: ClaimKey[] = [
  'projects',
  'satisfaction',
  'years',
  'clients',
  'support',
  // The following claims are hidden until they are counted.
  'answerTime',
  'answersKept',
];

export function StatsStrip() {
  return <Figures keys={keys} className={styles.strip} itemClassName={styles.stat} />;
}
