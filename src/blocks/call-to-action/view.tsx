import { useId } from 'react';

import frame from '~/blocks/block.module.css';
import { BlockLinks } from '~/blocks/block-links';
import type { BlockProps } from '~/blocks/block-props';
import styles from './view.module.css';

export function CallToActionView({ block }: BlockProps<'callToAction'>) {
  const { title, text, links, tone } = block;
  const id = useId();
  return (
    <section className={`wrap ${frame.block}`} aria-labelledby={id}>
      <div
        className={`${styles.ground} ${tone === 'straw' ? styles.straw : ''}`}
        data-ground={tone === 'ink' ? 'dark' : undefined}
      >
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.side}>
          {text && <p>{text}</p>}
          <BlockLinks links={links} />
        </div>
      </div>
    </section>
  );
}
