import { isDeepStrictEqual } from 'node:util';

import { builtInPages, type PageKey } from '~/contract/built-in-pages/built-in-pages';
import type {
  AdminPageBlocks,
  PageBlocksChange,
  PageBlocksVersion,
} from '~/contract/built-in-pages/page-blocks-schema';
import { pageSections } from '~/contract/built-in-pages/page-sections';
import { AppError } from '~/contract/common/errors';
import { picturesIn, readBlocks } from '~/server/features/content/custom-pages/stored-blocks';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import type { Media } from '~/server/platform/media/media';
import {
  addVersion,
  type BuiltInPage,
  lockBuiltInPage,
  newestVersion,
  newestWith,
  versionOf,
  versionsOf,
} from './built-in-pages';

/** Maximum number of versions that are returned. All versions are stored. */
const versionsMax = 200;

const sections = ['hidden', 'blocks'] as const;

const knownSections = (hidden: readonly string[]) =>
  pageSections.filter((name) => hidden.includes(name));

/**
 * Lets admins change the built-in pages: which built-in sections are shown, and the blocks below them. Each change creates a
 * version, which includes the page's texts, although they are settings.
 */
export function createPageBlocksAdmin(db: Database, { media }: { media: Pick<Media, 'stored'> }) {
  async function get(page: PageKey): Promise<AdminPageBlocks> {
    const [{ blocks, hidden }, version] = await Promise.all([
      newestVersion(db, page),
      newestWith(db, page, sections),
    ]);
    const pictures = picturesIn(blocks);
    const stored = await media.stored(pictures);
    return {
      page,
      version,
      blocks: readBlocks(blocks).blocks,
      hidden: knownSections(hidden),
      missingPictures: pictures.filter((hash) => !stored.has(hash)),
    };
  }

  /** Stores a change that was computed from the newest version. */
  async function change(
    actor: Actor,
    given: { page: PageKey; action: string; did: string },
    changeOf: (
      tx: Pick<Database, 'select'>,
      before: BuiltInPage & { version: number },
    ) => Promise<Partial<BuiltInPage>>,
  ): Promise<AdminPageBlocks> {
    const { page, action, did } = given;
    await db.transaction(async (tx) => {
      await lockBuiltInPage(tx, page);
      const before = await newestVersion(tx, page);
      const after = await changeOf(tx, before);
      if (!(await addVersion(tx, actor, { page, before, change: after }))) return;
      const changed = (Object.keys(after) as (keyof BuiltInPage)[]).filter(
        (key) => !isDeepStrictEqual(before[key], after[key]),
      );
      await recordAudit(tx, actor, {
        ...{ action, did },
        about: `page_blocks:${page}`,
        before: Object.fromEntries(changed.map((key) => [key, before[key]])),
        after: Object.fromEntries(changed.map((key) => [key, after[key]])),
      });
    });
    return get(page);
  }

  return {
    get,

    /** Returns the versions of a page, newest first. */
    async versions(page: PageKey): Promise<PageBlocksVersion[]> {
      const rows = await versionsOf(db, page, versionsMax);
      return rows.map(({ version, author, createdAt, blocks, hidden, texts, parts }) => ({
        ...{ version, author, texts, parts },
        hidden: knownSections(hidden),
        blocks: readBlocks(blocks).blocks,
        createdAt: createdAt.toISOString(),
      }));
    },

    /**
     * Replaces the blocks below a page, and sets which of its built-in sections are hidden. Fails with 409 if either has
     * changed since the caller read them.
     */
    async save(actor: Actor, given: PageBlocksChange): Promise<AdminPageBlocks> {
      const { page, blocks, hidden, expectedVersion } = given;
      return change(
        actor,
        {
          page,
          action: 'page.blocks_changed',
          did: `changed the sections of the page “${builtInPages[page].label}”`,
        },
        async (tx, before) => {
          // Newer texts are no conflict, because the page's texts are saved separately.
          rejectOther(await newestWith(tx, page, sections), expectedVersion);
          return {
            // Compares blocks in the form that the panel read, so that blocks of unknown types are only dropped if
            // other blocks change.
            blocks: isSame(before.blocks, blocks) ? before.blocks : blocks,
            hidden: hidden ?? before.hidden,
          };
        },
      );
    },

    /**
     * Restores texts, sections and blocks of an earlier version by creating a new one. Fails with 409 if there is a newer
     * version than the caller has seen.
     */
    async restoreVersion(
      actor: Actor,
      given: { page: PageKey; version: number; expectedVersion?: number | undefined },
    ): Promise<AdminPageBlocks> {
      const { page, version, expectedVersion } = given;
      return change(
        actor,
        {
          page,
          action: 'page.version_restored',
          did: `restored version ${version} of the page “${builtInPages[page].label}”`,
        },
        async (tx, before) => {
          rejectOther(before.version, expectedVersion);
          const row = await versionOf(tx, page, version);
          if (!row) throw new AppError('NOT_FOUND', 'Version not found');
          const { texts, hidden, blocks } = row;
          return { texts, hidden, blocks };
        },
      );
    },
  };
}

function rejectOther(version: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) {
    throw new AppError('CONFLICT', 'Another admin has changed this page in the meantime');
  }
}

const isSame = (stored: unknown[], blocks: unknown[]) =>
  JSON.stringify(readBlocks(stored).blocks) === JSON.stringify(blocks);

export type PageBlocksAdmin = ReturnType<typeof createPageBlocksAdmin>;
