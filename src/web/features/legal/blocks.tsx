import type { LegalSection } from '~/contract/legal/legal';
import styles from './legal.module.css';

/** Paragraphs and lists of a section. */
export function Blocks({ blocks }: { blocks: LegalSection['blocks'] }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{block}</p>
        ) : (
          <ul key={block.join()}>
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
