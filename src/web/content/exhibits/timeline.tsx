import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import styles from './timeline.module.css';

/** Shows work by week on one scale. */
export function Timeline({ exhibit }: { exhibit: ExhibitOf<'timeline'> }) {
  const { steps } = exhibit;
  const weeks = Math.max(...steps.map(({ to }) => to));
  return (
    <ol className={styles.steps} style={{ '--weeks': weeks } as object}>
      {steps.map(({ label, from, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same label
        <li key={index}>
          <span className={styles.words}>
            <span>{label}</span>
            <span className={styles.when}>
              {from === to ? `Week ${from}` : `Weeks ${from} to ${to}`}
            </span>
          </span>
          <span className={styles.scale} style={{ '--from': from, '--to': to } as object} />
        </li>
      ))}
    </ol>
  );
}
