import type { ClaimKey } from '~/contract/settings/settings';
import styles from './figures.module.css';
import { useSettings } from './settings';

/** Shows the agency's claims that have a value. Renders nothing if no claim has one. */
export function Figures(props: {
  keys: ClaimKey[];
  className: string | undefined;
  itemClassName: string | undefined;
}) {
  const { claims } = useSettings();
  const shown = props.keys.map((key) => claims[key]).filter(({ value }) => value);
  const counted = shown.filter((claim) => claim.counted);
  if (shown.length === 0) return null;
  return (
    <section className="wrap" aria-label="Key figures">
      <dl className={props.className}>
        {shown.map(({ label, value }) => (
          <div key={label} className={props.itemClassName}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {counted.length > 0 && (
        <details className={styles.counted}>
          <summary>How we count these</summary>
          <ul>
            {counted.map(({ label, value, counted: how }) => (
              <li key={label}>
                <b>
                  {value} {label}
                </b>
                : {how}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
