import { blocksText, linesOf } from '~/blocks/blocks-text';
import type { PageVersion } from '~/contract/custom-pages/custom-pages-schema';

/** Returns a version as lines of text, to compare two versions. */
export function versionText(
  version: Pick<PageVersion, 'metaTitle' | 'metaDescription' | 'blocks'>,
): string {
  const search = linesOf({
    'meta title': version.metaTitle,
    'meta description': version.metaDescription,
  });
  return [blocksText(version.blocks), search.join('\n')].filter(Boolean).join('\n\n');
}
