import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import { formatNumber, formatWeight } from './numbers';
import styles from './weight.module.css';

/** Sizes of files as squares whose areas are to scale. */
export function Weight({ exhibit }: { exhibit: ExhibitOf<'weight'> }) {
  const sizes = exhibit.items.map(({ kilobytes }) => kilobytes);
  const [most, least] = [Math.max(...sizes), Math.min(...sizes)];
  const times = Math.round(most / least);
  return (
    <>
      <dl className={styles.items}>
        {exhibit.items.map(({ label, kilobytes }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two sizes may have one label
            key={index}
            className={styles.item}
            data-least={kilobytes === least || undefined}
            style={{ '--side': Math.sqrt(kilobytes / most).toFixed(4) } as object}
          >
            <dt>{label}</dt>
            <dd>{formatWeight(kilobytes)}</dd>
          </div>
        ))}
      </dl>
      {times > 1 && (
        <p className={styles.note}>Areas are to scale: one to {formatNumber(times)}.</p>
      )}
    </>
  );
}
