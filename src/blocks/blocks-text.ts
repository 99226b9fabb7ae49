import { editorOf } from './block-forms';
import type { Block } from './block-schemas';

/** Returns the texts of blocks as lines, so that two versions can be compared. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      const { type: _, ...fields } = block;
      return [`# ${editorOf(block).label}`, ...linesOf(fields)].join('\n');
    })
    .join('\n\n');

/** Returns the texts in a value as lines, each with the path of its field. */
export function linesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, field]) => {
    const name = path ? `${path} ${Number.isNaN(Number(key)) ? key : Number(key) + 1}` : key;
    if (field === '' || field === null || field === undefined) return [];
    if (typeof field === 'object') return linesOf(field, name);
    return `${name}: ${String(field)}`.split('\n');
  });
}
