import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import type {
  AdminCustomPage,
  CustomPageUpdate,
  customPageFieldsSchema,
  PageVersion,
} from '~/contract/custom-pages/custom-pages-schema';
import type { PageStatus } from '~/contract/custom-pages/page-statuses';
import { reservedBy } from '~/contract/custom-pages/reserved-paths';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { DocumentLinks } from '~/server/features/documents/links';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { customPages, pageVersions } from '~/server/platform/db/schema/pages';
import { siteLanguage } from '~/server/platform/db/site-language';
import type { Media } from '~/server/platform/media/media';
import { picturesIn, readBlocks } from './stored-blocks';

type Row = typeof customPages.$inferSelect;
type VersionRow = typeof pageVersions.$inferSelect;
type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
type Said = Pick<VersionRow, 'title' | 'metaTitle' | 'metaDescription' | 'blocks'>;

const missing = 'Page not found';

function statusOf({ publishedAt }: Pick<Row, 'publishedAt'>, now: Date): PageStatus {
  if (!publishedAt) return 'draft';
  return publishedAt > now ? 'scheduled' : 'published';
}

const status = sql<string>`case
  when ${customPages.deletedAt} is not null then 'trash'
  when ${customPages.publishedAt} is null then 'draft'
  when ${customPages.publishedAt} > now() then 'scheduled' else 'published' end`;

type Publication = Pick<CustomPageUpdate, 'status' | 'publishAt'>;

/** Returns the new publication time of a page; an empty object if it does not change. */
function publicationOf(
  { status: wanted, publishAt }: Publication,
  before: Date | null,
): { publishedAt?: Date | null } {
  const now = new Date();
  if (wanted === 'draft') return { publishedAt: null };
  if (wanted === 'published') return before && before <= now ? {} : { publishedAt: now };
  // Without a status, the publication time determines whether the page is published.
  if (publishAt !== undefined) return { publishedAt: publishAt };
  return {};
}

/** Returns the changed fields that create a version. */
function saidOf(change: Partial<Said>): Partial<Said> {
  const { title, metaTitle, metaDescription, blocks } = change;
  return {
    ...(title !== undefined && { title }),
    ...(metaTitle !== undefined && { metaTitle }),
    ...(metaDescription !== undefined && { metaDescription }),
    ...(blocks !== undefined && { blocks }),
  };
}

const sayTheSame = (before: Said, after: Partial<Said>): boolean =>
  Object.entries(after).every(
    ([key, value]) => JSON.stringify(before[key as keyof Said]) === JSON.stringify(value),
  );

/**
 * Custom pages as admins manage them. Each change of a page's content creates a version. Versions are never deleted.
 */
export function createCustomPagesAdmin(
  db: Database,
  { links, media }: { links: DocumentLinks; media: Pick<Media, 'stored'> },
) {
  const crudOf = (within: Parameters<typeof createCrud<typeof customPages>>[0]) =>
    createCrud(within, {
      table: customPages,
      noun: contentTypes.customPages.noun,
      title: contentTypes.customPages.title,
      missing,
      isReserved: (slug) => reservedBy(slug) !== undefined,
    });
  const crud = crudOf(db);

  async function toAdmin(rows: Row[], now = new Date()): Promise<AdminCustomPage[]> {
    if (rows.length === 0) return [];
    const versions = await db
      .select()
      .from(pageVersions)
      .innerJoin(
        customPages,
        and(eq(customPages.id, pageVersions.pageId), eq(customPages.version, pageVersions.version)),
      )
      .where(
        and(
          eq(pageVersions.locale, siteLanguage),
          inArray(
            pageVersions.pageId,
            rows.map(({ id }) => id),
          ),
        ),
      );
    const saidBy = new Map(versions.map(({ page_versions: one }) => [one.pageId, one]));
    const stored = await media.stored(
      versions.flatMap(({ page_versions: { blocks } }) => picturesIn(blocks)),
    );
    return rows.map((row) => {
      const { createdAt, updatedAt, deletedAt, publishedAt, position, ...rest } = row;
      const said = saidBy.get(row.id);
      return {
        ...rest,
        blocks: readBlocks(said?.blocks ?? []).blocks,
        metaTitle: said?.metaTitle ?? '',
        metaDescription: said?.metaDescription ?? '',
        status: statusOf(row, now),
        publishAt: publishedAt?.toISOString() ?? null,
        missingPictures: picturesIn(said?.blocks).filter((hash) => !stored.has(hash)),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        deletedAt: deletedAt?.toISOString() ?? null,
      };
    });
  }

  const toOne = async (row: Row): Promise<AdminCustomPage> => {
    const [one] = await toAdmin([row]);
    if (!one) throw new AppError('NOT_FOUND', missing);
    return one;
  };

  async function newest(tx: Pick<Tx, 'select'>, pageId: number): Promise<VersionRow> {
    const [row] = await tx
      .select()
      .from(pageVersions)
      .where(and(eq(pageVersions.pageId, pageId), eq(pageVersions.locale, siteLanguage)))
      .orderBy(desc(pageVersions.version))
      .limit(1);
    if (!row) throw new AppError('NOT_FOUND', missing);
    return row;
  }

  async function versionOf(id: number, version: number): Promise<VersionRow> {
    const [row] = await db
      .select()
      .from(pageVersions)
      .where(
        and(
          eq(pageVersions.pageId, id),
          eq(pageVersions.locale, siteLanguage),
          eq(pageVersions.version, version),
        ),
      );
    if (!row) throw new AppError('NOT_FOUND', 'Version not found');
    return row;
  }

  async function change(
    actor: Actor,
    { id, expectedUpdatedAt, status: wanted, publishAt, ...fields }: CustomPageUpdate,
  ): Promise<Row> {
    return db.transaction(async (tx) => {
      const [before] = await tx
        .select()
        .from(customPages)
        .where(eq(customPages.id, id))
        .for('update');
      if (!before || before.deletedAt) throw new AppError('NOT_FOUND', missing);
      const said = await newest(tx, id);
      const { metaTitle: _title, metaDescription: _text, blocks: _blocks, ...columns } = fields;
      const after = saidOf(fields);
      // Sorts the fields in the order of the schema, because the database returns them in another order.
      const read = { ...said, blocks: readBlocks(said.blocks).blocks };
      const isVersion = !sayTheSame(read, after);
      const version = said.version + 1;
      const row = await crudOf(tx).update(
        actor,
        id,
        {
          ...columns,
          ...publicationOf({ status: wanted, publishAt }, before.publishedAt),
          ...(isVersion && { version }),
        },
        expectedUpdatedAt,
      );
      if (isVersion) {
        const { id: _, createdAt: _at, ...last } = said;
        await tx.insert(pageVersions).values({
          ...last,
          ...after,
          version,
          author: nameOf(actor),
        });
      }
      return row;
    });
  }

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminCustomPage>> {
      const page = await searchRows(db, request, {
        table: customPages,
        searched: [customPages.title, customPages.slug],
        status,
        sorts: {
          title: customPages.title,
          updatedAt: customPages.updatedAt,
          createdAt: customPages.createdAt,
        },
        inOrder: [asc(customPages.position), asc(customPages.id)],
      });
      return { ...page, rows: await toAdmin(page.rows) };
    },

    async get(id: number): Promise<AdminCustomPage> {
      const [row] = await db.select().from(customPages).where(eq(customPages.id, id));
      if (!row) throw new AppError('NOT_FOUND', missing);
      return toOne(row);
    },

    async create(actor: Actor, fields: z.output<typeof customPageFieldsSchema>) {
      const {
        blocks,
        metaTitle = '',
        metaDescription = '',
        status: wanted,
        publishAt,
        ...columns
      } = fields;
      const row = await db.transaction(async (tx) => {
        const made = await crudOf(tx).create(actor, {
          ...columns,
          ...publicationOf(
            { status: wanted ?? (publishAt ? undefined : 'draft'), publishAt },
            null,
          ),
        });
        await tx.insert(pageVersions).values({
          locale: siteLanguage,
          pageId: made.id,
          version: 1,
          title: made.title,
          ...{ metaTitle, metaDescription, blocks },
          author: nameOf(actor),
        });
        return made;
      });
      return toOne(row);
    },

    async update(actor: Actor, update: CustomPageUpdate): Promise<AdminCustomPage> {
      return toOne(await change(actor, update));
    },

    async restore(actor: Actor, id: number): Promise<AdminCustomPage> {
      return toOne(await crud.restore(actor, id));
    },

    /** Returns the versions of a page, newest first. */
    async versions(id: number): Promise<PageVersion[]> {
      const rows = await db
        .select()
        .from(pageVersions)
        .where(and(eq(pageVersions.pageId, id), eq(pageVersions.locale, siteLanguage)))
        .orderBy(desc(pageVersions.version))
        .limit(versionsMax);
      return rows.map(({ createdAt, blocks, ...row }) => ({
        ...row,
        blocks: readBlocks(blocks).blocks,
        createdAt: createdAt.toISOString(),
      }));
    },

    /**
     * Restores an earlier version by creating a new one with its content. The versions in between remain. The slug and
     * the publication do not change.
     */
    async restoreVersion(
      actor: Actor,
      given: { id: number; version: number; expectedUpdatedAt?: string | undefined },
    ): Promise<AdminCustomPage> {
      const { id, version, expectedUpdatedAt } = given;
      const { title, metaTitle, metaDescription, blocks } = await versionOf(id, version);
      return toOne(
        await change(actor, {
          id,
          ...(expectedUpdatedAt && { expectedUpdatedAt }),
          ...{ title, metaTitle, metaDescription, blocks: blocks as never },
        }),
      );
    },

    /** Returns a private link to the newest version of a page that is not published. */
    async previewLink(id: number): Promise<{ url: string }> {
      const [row] = await db
        .select({ id: customPages.id })
        .from(customPages)
        .where(eq(customPages.id, id));
      if (!row) throw new AppError('NOT_FOUND', missing);
      return { url: await db.transaction((tx) => links.urlOf(tx, 'page', id)) };
    },

    /** Revokes all preview links of a page. */
    async revokePreviewLinks(actor: Actor, id: number): Promise<{ id: number }> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(customPages)
          .where(eq(customPages.id, id))
          .for('update');
        if (!row) throw new AppError('NOT_FOUND', missing);
        await links.revoke(tx, 'page', id);
        await recordAudit(tx, actor, {
          action: 'page.preview_links_revoked',
          about: `page:${id}`,
          did: `revoked the preview links of the page “${row.title}”`,
        });
        return { id };
      });
    },
  };
}

/** Maximum number of versions that are returned. All versions are stored. */
const versionsMax = 200;

export type CustomPagesAdmin = ReturnType<typeof createCustomPagesAdmin>;
