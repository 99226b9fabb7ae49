import { type Block, blockSchema } from '~/blocks/block-schemas';
import { parsePictureUrl } from '~/contract/common/media';

/**
 * Splits stored blocks into those that this version of the software knows, and the types of the others, which a newer
 * version wrote.
 */
export function readBlocks(stored: readonly unknown[]): { blocks: Block[]; unknown: string[] } {
  const blocks: Block[] = [];
  const unknown: string[] = [];
  for (const one of stored) {
    const parsed = blockSchema.safeParse(one);
    if (parsed.success) blocks.push(parsed.data);
    else unknown.push(String((one as { type?: unknown } | null)?.type));
  }
  return { blocks, unknown };
}

/** Returns the hashes of the stored pictures that blocks contain. */
export function picturesIn(blocks: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value === 'string') {
      const picture = parsePictureUrl(value);
      if (picture) found.add(picture.hash);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(blocks);
  return [...found];
}
