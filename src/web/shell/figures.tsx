import type { ClaimKey } from '~/contract/settings/settings';
import { useSettings } from './settings';

/** The agency's figures that the settings have a value for; nothing where there are none. */
export function Figures(props: {
  keys: ClaimKey[];
  className: string | undefined;
  itemClassName: string | undefined;
}) {
  const { claims } = useSettings();
  const shown = props.keys.filter((key) => claims[key].value);
  if (shown.length === 0) return null;
  return (
    <section className="wrap" aria-label="In figures">
      <dl className={props.className}>
        {shown.map((key) => (
          <div key={key} className={props.itemClassName}>
            <dt>{claims[key].label}</dt>
            <dd>{claims[key].value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
