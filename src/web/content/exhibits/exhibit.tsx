import type { ReactNode } from 'react';

import type { Exhibit, ExhibitKind, ExhibitOf } from '~/contract/portfolio/exhibits-schema';
import { Bars } from './bars';
import { Bill } from './bill';
import styles from './exhibit.module.css';
import { Screen } from './screen';
import { Timeline } from './timeline';
import { scaleOf, Weight } from './weight';

const drawings: { [Kind in ExhibitKind]: (exhibit: ExhibitOf<Kind>) => ReactNode } = {
  bars: (exhibit) => <Bars exhibit={exhibit} />,
  weight: (exhibit) => <Weight exhibit={exhibit} />,
  phone: (exhibit) => <Screen exhibit={exhibit} />,
  browser: (exhibit) => <Screen exhibit={exhibit} />,
  timeline: (exhibit) => <Timeline exhibit={exhibit} />,
  bill: (exhibit) => <Bill exhibit={exhibit} />,
};

/** Shows a drawing with its title and its caption. All of its numbers are text, read in page order. */
export function ExhibitDrawing({ exhibit }: { exhibit: Exhibit }) {
  const draw = drawings[exhibit.kind] as (exhibit: Exhibit) => ReactNode;
  const scale = exhibit.kind === 'weight' ? scaleOf(exhibit) : '';
  const caption = [scale, exhibit.caption].filter(Boolean).join(' ');
  return (
    <div className={styles.exhibit} data-kind={exhibit.kind}>
      <figure className={styles.parts} aria-label={exhibit.title || undefined}>
        {exhibit.title && <p className={styles.title}>{exhibit.title}</p>}
        <div className={styles.drawing}>{draw(exhibit)}</div>
        {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
      </figure>
    </div>
  );
}
