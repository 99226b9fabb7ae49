import { blocksText, linesOf } from '~/blocks/blocks-text';
import type { PageVersion } from '~/contract/own-pages/own-pages-schema';

/** What a version says, in lines, so that two can be compared. */
export function versionText(
  version: Pick<PageVersion, 'metaTitle' | 'metaDescription' | 'blocks'>,
): string {
  const search = linesOf({
    'meta title': version.metaTitle,
    'meta description': version.metaDescription,
  });
  return [blocksText(version.blocks), search.join('\n')].filter(Boolean).join('\n\n');
}
