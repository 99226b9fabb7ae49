import type { CustomPage as Page } from '~/contract/custom-pages/custom-pages-schema';
import { PageHead } from '~/web/ui/page-head';
import { Blocks } from './blocks';
import styles from './custom-page.module.css';

/** Shows a custom page. If its first block is not a heading, its title is shown above the blocks. */
export function CustomPage({ page }: { page: Page }) {
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
