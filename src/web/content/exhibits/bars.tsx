import { change, withUnit } from '~/contract/portfolio/exhibit-numbers';
import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import styles from './bars.module.css';

/** Draws lengths on one scale. The last one is the result. */
export function Bars({ exhibit }: { exhibit: ExhibitOf<'bars'> }) {
  const { bars, unit } = exhibit;
  const most = Math.max(...bars.map(({ value }) => value));
  const [before, after] = bars;
  const longest = Math.max(...bars.map(({ value }) => withUnit(value, unit).length));
  const difference =
    bars.length === 2 && before && after && change(before.value, after.value, unit);
  return (
    <>
      <dl className={styles.bars} style={{ '--characters': longest } as object}>
        {bars.map(({ label, value }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
            key={index}
            className={styles.bar}
            data-last={index === bars.length - 1 || undefined}
          >
            <dt>{label}</dt>
            <dd>
              <span
                className={styles.length}
                style={{ '--share': most > 0 ? value / most : 0 } as object}
              />
              <span className={styles.value}>{withUnit(value, unit)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {difference && <p className={styles.change}>{difference}</p>}
    </>
  );
}
