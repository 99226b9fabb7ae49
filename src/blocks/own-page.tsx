import type { OwnPage as Page } from '~/contract/own-pages/own-pages-schema';
import { PageHead } from '~/web/ui/page-head';
import { Blocks } from './blocks';
import styles from './own-page.module.css';

/** A page of the agency's own. Without a heading as its first block, its title stands above the others. */
export function OwnPage({ page }: { page: Page }) {
  const isOpened = page.blocks[0]?.type === 'heading';
  return (
    <div className={styles.page}>
      {!isOpened && (
        <div className={`wrap ${styles.head}`}>
          <PageHead title={page.title} />
        </div>
      )}
      <Blocks blocks={page.blocks} isWholePage={isOpened} />
    </div>
  );
}
