import { editorOf } from '~/blocks/block-forms';
import type { PageVersion } from '~/contract/own-pages/own-pages-schema';

/** What a version says, in lines, so that two can be compared. */
export function versionText(
  version: Pick<PageVersion, 'metaTitle' | 'metaDescription' | 'blocks'>,
): string {
  const blocks = version.blocks.map((block) => {
    const { type: _, ...fields } = block;
    return [`# ${editorOf(block).label}`, ...linesOf(fields)].join('\n');
  });
  const search = linesOf({
    'meta title': version.metaTitle,
    'meta description': version.metaDescription,
  });
  return [...blocks, ...(search.length > 0 ? [search.join('\n')] : [])].join('\n\n');
}

/** The fields that say something, each under its path. */
function linesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, field]) => {
    const name = path ? `${path} ${Number.isNaN(Number(key)) ? key : Number(key) + 1}` : key;
    if (field === '' || field === null || field === undefined) return [];
    if (typeof field === 'object') return linesOf(field, name);
    return `${name}: ${String(field)}`.split('\n');
  });
}
