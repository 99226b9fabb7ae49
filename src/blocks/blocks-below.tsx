import { useRouter } from '@tanstack/react-router';

import type { PageKey } from '~/contract/built-in-pages/built-in-pages';
import { useResult } from '~/web/lib/use-result';
import { Blocks } from './blocks';
import styles from './custom-page.module.css';

/** Shows the agency's blocks below the built-in sections of a built-in page. */
export function BlocksBelow({ page }: { page: PageKey }) {
  const { api } = useRouter().options.context;
  const { blocks } = useResult(api.pageBlocks.below.queryOptions({ page }));
  return (
    <div className={styles.page}>
      <Blocks blocks={blocks} isWholePage={false} />
    </div>
  );
}
