import { useId } from 'react';

import frame from '~/blocks/block.module.css';
import type { BlockProps } from '~/blocks/block-props';
import { slugify } from '~/contract/common/slugs';
import styles from './view.module.css';
import '~/web/ui/prose.css';

export function TextView({ block }: BlockProps<'text'>) {
  const { title, html, layout } = block;
  const id = useId();
  const words = (
    <div
      className={`prose ${styles.words}`}
      // The HTML is safe: the server renders it from Markdown without raw HTML.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
  if (!title) return <div className={`wrap ${frame.block}`}>{words}</div>;
  return (
    <section
      className={`wrap ${frame.block} ${styles[layout]}`}
      aria-labelledby={id}
      id={slugify(title) || undefined}
    >
      <h2 id={id}>{title}</h2>
      {words}
    </section>
  );
}
