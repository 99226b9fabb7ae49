import type { ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import { Picture } from '~/web/ui/picture';
import styles from './screen.module.css';

const sizes = {
  phone: { sizes: '18rem', fallbackSize: { width: 390, height: 780 } },
  browser: { sizes: '(min-width: 60rem) 50rem, 92vw', fallbackSize: { width: 1280, height: 800 } },
};

/** Shows a phone or a window around a picture, or around a screen drawn from texts. */
export function Screen({ exhibit }: { exhibit: ExhibitOf<'phone'> | ExhibitOf<'browser'> }) {
  const { kind, picture, alt, heading, rows, foot, figure, figureLabel } = exhibit;
  return (
    <div className={styles.stage} data-kind={kind}>
      <div className={styles.frame}>
        <div className={styles.bar} aria-hidden={kind === 'phone' || undefined}>
          {kind === 'browser' && exhibit.address && (
            <span className={styles.address}>{exhibit.address}</span>
          )}
        </div>
        {picture ? (
          <Picture url={picture} alt={alt} className={styles.picture} {...sizes[kind]} />
        ) : (
          <div className={styles.screen}>
            {heading && <p className={styles.heading}>{heading}</p>}
            {rows.length > 0 && (
              <dl className={styles.rows}>
                {rows.map(({ text, value, tone }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
                  <div key={index} data-state={tone}>
                    <dt>{text}</dt>
                    {value && <dd>{value}</dd>}
                  </div>
                ))}
              </dl>
            )}
            {foot && <p className={styles.foot}>{foot}</p>}
          </div>
        )}
      </div>
      {figure && (
        <p className={styles.figure}>
          <b>{figure}</b>
          {figureLabel}
        </p>
      )}
    </div>
  );
}
