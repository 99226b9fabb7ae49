import { and, desc, eq, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type {
  AdminPageBlocks,
  PageBlocksChange,
  PageBlocksVersion,
} from '~/contract/own-pages/page-blocks-schema';
import { type PageKey, pages } from '~/contract/pages/pages';
import { type Actor, nameOf, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { pageVersions } from '~/server/platform/db/schema/own-pages';
import type { Media } from '~/server/platform/media/media';
import { picturesIn, readBlocks } from './stored-blocks';

/** The newest ones; all are kept. */
const versionsMax = 200;

/** Blocks below the own sections of the pages that every site has, as admins manage them. Each change is a version. */
export function createPageBlocksAdmin(db: Database, { media }: { media: Pick<Media, 'stored'> }) {
  const ofPage = (page: PageKey) =>
    and(eq(pageVersions.fixedPage, page), eq(pageVersions.locale, 'en'));

  async function newest(tx: Pick<Database, 'select'>, page: PageKey) {
    const [row] = await tx
      .select({ version: pageVersions.version, blocks: pageVersions.blocks })
      .from(pageVersions)
      .where(ofPage(page))
      .orderBy(desc(pageVersions.version))
      .limit(1);
    return { version: row?.version ?? 0, blocks: row?.blocks ?? [] };
  }

  async function get(page: PageKey): Promise<AdminPageBlocks> {
    const { version, blocks } = await newest(db, page);
    const pictures = picturesIn(blocks);
    const stored = await media.stored(pictures);
    return {
      page,
      version,
      blocks: readBlocks(blocks).blocks,
      missingPictures: pictures.filter((hash) => !stored.has(hash)),
    };
  }

  return {
    get,

    /** What stood below a page, the newest first. */
    async versions(page: PageKey): Promise<PageBlocksVersion[]> {
      const rows = await db
        .select()
        .from(pageVersions)
        .where(ofPage(page))
        .orderBy(desc(pageVersions.version))
        .limit(versionsMax);
      return rows.map(({ version, author, createdAt, blocks }) => ({
        ...{ version, author },
        blocks: readBlocks(blocks).blocks,
        createdAt: createdAt.toISOString(),
      }));
    },

    /** Replaces the blocks below a page; fails with 409 if they are newer than the caller has seen. */
    async save(actor: Actor, change: PageBlocksChange): Promise<AdminPageBlocks> {
      const { page, blocks, expectedVersion } = change;
      await db.transaction(async (tx) => {
        // One change of a page after the other.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`page-blocks:${page}`}))`);
        const before = await newest(tx, page);
        if (expectedVersion !== undefined && expectedVersion !== before.version) {
          throw new AppError('CONFLICT', 'Another admin has changed this page in the meantime');
        }
        const isSame = JSON.stringify(readBlocks(before.blocks).blocks) === JSON.stringify(blocks);
        if (isSame) return;
        await tx.insert(pageVersions).values({
          fixedPage: page,
          version: before.version + 1,
          blocks,
          author: nameOf(actor),
        });
        await record(tx, actor, {
          action: 'page.blocks_changed',
          about: `page_blocks:${page}`,
          did: `changed the blocks below the page “${pages[page].label}”`,
          before: { blocks: before.blocks },
          after: { blocks },
        });
      });
      return get(page);
    },
  };
}

export type PageBlocksAdmin = ReturnType<typeof createPageBlocksAdmin>;
