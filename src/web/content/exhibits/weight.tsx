import { formatNumber, formatWeight } from '~/contract/portfolio/exhibit-numbers';
import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import styles from './weight.module.css';

const ends = ({ items }: ExhibitOf<'weight'>): [most: number, least: number] => {
  const sizes = items.map(({ kilobytes }) => kilobytes);
  return [Math.max(...sizes), Math.min(...sizes)];
};

/** Returns a sentence about the scale of the drawing; an empty text if all sizes are equal. */
export function scaleOf(exhibit: ExhibitOf<'weight'>): string {
  const [most, least] = ends(exhibit);
  const times = Math.round(most / least);
  return times > 1 ? `Drawn to scale, 1 to ${formatNumber(times)}.` : '';
}

/** Draws file sizes as squares whose areas are to scale. */
export function Weight({ exhibit }: { exhibit: ExhibitOf<'weight'> }) {
  const [most, least] = ends(exhibit);
  return (
    <dl className={styles.items}>
      {exhibit.items.map(({ label, kilobytes }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two sizes may have the same label
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
  );
}
