import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import type { TestimonialStatus } from '~/contract/testimonials/testimonials';
import type {
  AdminTestimonial,
  AskedTestimonial,
  TestimonialUpdate,
  testimonialChangeSchema,
  testimonialFieldsSchema,
} from '~/contract/testimonials/testimonials-form-schema';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import { type AskingOptions, createAsking } from './asking';
import { noConsent, statusIn, type TestimonialRow } from './testimonials.rows';

type Changes = z.output<typeof testimonialChangeSchema>;

/** Admin who changes a testimonial. The role decides whether they may publish. */
type Writer = 'system' | (Exclude<Actor, 'system'> & { role?: AdminRole | undefined });

const missing = 'Testimonial not found';

function statusOf(row: TestimonialRow): TestimonialStatus {
  if (row.isPublished) return 'published';
  if (row.consentMeans !== null) return 'waits_for_you';
  if (row.withdrawnAt) return 'consent_withdrawn';
  return row.askedAt && !row.givenAt ? 'asked' : 'without_consent';
}

const wrong = (path: string, message: string) =>
  new AppError('BAD_REQUEST', message, { issues: [{ path, message }] });

/** Fields that only the client may change after writing at their link. */
const clientFields = ['words', 'name', 'role', 'company'] as const;

/** Fields that visitors read, and the consent to their publication. */
const shown = [...clientFields, 'portfolioId', 'consentMeans', 'consentBy', 'consentOn'] as const;

function rejectForeignWords(row: TestimonialRow, changes: Changes): void {
  if (!row.givenAt) return;
  const changed = clientFields.find(
    (key) => changes[key] !== undefined && changes[key] !== row[key],
  );
  if (changed) {
    throw wrong(
      changed,
      'The client has written this and agreed to it as it is. They can correct it by their link until it is published.',
    );
  }
}

/** Checks that the data required for publication is present. @throws BAD_REQUEST at the missing field */
function requireConsent(row: Changes): void {
  if (!row.consentMeans) {
    throw wrong('consentMeans', 'Without consent it cannot be published: how did they agree?');
  }
  if (!row.consentBy) throw wrong('consentBy', 'Please say who has agreed');
  if (!row.consentOn) throw wrong('consentOn', 'Please say when they agreed');
  if (!row.words) throw wrong('words', 'Please enter the testimonial');
}

const mayPublish = (actor: Writer) => actor === 'system' || may(actor, 'testimonials.publish');

/** Only owners publish testimonials. @throws FORBIDDEN for an admin of another role */
function rejectPublication(actor: Writer): void {
  if (actor === 'system' || mayPublish(actor)) return;
  throw new AppError('FORBIDDEN', forbiddenMessageOf(actor, 'testimonials.publish'));
}

/** Testimonials as admins manage them. */
export function createTestimonialsAdmin(db: Database, options: AskingOptions) {
  const crudOf = (on: Parameters<typeof createCrud<typeof testimonials>>[0]) =>
    createCrud(on, {
      table: testimonials,
      noun: contentTypes.testimonials.noun,
      title: contentTypes.testimonials.title,
      missing,
    });
  const crud = crudOf(db);

  async function toAdmin(rows: TestimonialRow[]): Promise<AdminTestimonial[]> {
    const ids = rows.flatMap(({ portfolioId }) => portfolioId ?? []);
    const items =
      ids.length === 0
        ? []
        : await db
            .select({ id: portfolioItems.id, title: portfolioItems.title })
            .from(portfolioItems)
            .where(inArray(portfolioItems.id, ids));
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    return rows.map((row) => {
      const { userId, position, createdAt, updatedAt, deletedAt, ...rest } = row;
      return {
        ...rest,
        work: row.portfolioId === null ? null : (titles.get(row.portfolioId) ?? null),
        status: statusOf(row),
        askedAt: row.askedAt?.toISOString() ?? null,
        givenAt: row.givenAt?.toISOString() ?? null,
        withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        deletedAt: deletedAt?.toISOString() ?? null,
      };
    });
  }

  const toOne = async (row: TestimonialRow): Promise<AdminTestimonial> => {
    const [one] = await toAdmin([row]);
    if (!one) throw new AppError('NOT_FOUND', missing);
    return one;
  };

  async function requireWork(portfolioId: number | null | undefined): Promise<void> {
    if (!portfolioId) return;
    const [item] = await db
      .select({ id: portfolioItems.id })
      .from(portfolioItems)
      .where(eq(portfolioItems.id, portfolioId));
    if (!item) throw wrong('portfolioId', 'Project not found');
  }

  return {
    ...crud,
    ...createAsking(db, options),

    async search(request: ListQuery): Promise<Page<AdminTestimonial>> {
      const page = await searchRows(db, request, {
        table: testimonials,
        searched: [testimonials.name, testimonials.company, testimonials.words],
        status: statusIn,
        sorts: {
          name: testimonials.name,
          company: testimonials.company,
          createdAt: testimonials.createdAt,
        },
        inOrder: [asc(testimonials.position), asc(testimonials.id)],
      });
      return { ...page, rows: await toAdmin(page.rows) };
    },

    async get(id: number): Promise<AdminTestimonial> {
      const [row] = await db.select().from(testimonials).where(eq(testimonials.id, id));
      if (!row) throw new AppError('NOT_FOUND', missing);
      return toOne(row);
    },

    /** Returns the testimonial of a request, or its invitation; null if there is neither. */
    async ofRequest(requestId: number): Promise<AskedTestimonial | null> {
      const [row] = await db
        .select()
        .from(testimonials)
        .where(and(eq(testimonials.requestId, requestId), isNull(testimonials.deletedAt)));
      if (!row) return null;
      const { id, name, status, askedAt, givenAt } = await toOne(row);
      return { id, name, status, askedAt, givenAt };
    },

    async create(actor: Writer, fields: z.output<typeof testimonialFieldsSchema>) {
      if (fields.consentMeans === 'link') {
        throw wrong('consentMeans', 'This consent comes by a private link alone');
      }
      await requireWork(fields.portfolioId);
      if (fields.isPublished) {
        rejectPublication(actor);
        requireConsent(fields);
      }
      return toOne(await crud.create(actor, fields));
    },

    async update(actor: Writer, { id, expectedUpdatedAt, ...fields }: TestimonialUpdate) {
      await requireWork(fields.portfolioId);
      const row = await db.transaction(async (tx) => {
        const [before] = await tx
          .select()
          .from(testimonials)
          .where(eq(testimonials.id, id))
          .for('update');
        if (!before) throw new AppError('NOT_FOUND', missing);
        rejectForeignWords(before, fields);
        if (fields.consentMeans === 'link' && before.consentMeans !== 'link') {
          throw wrong('consentMeans', 'This consent comes by a private link alone');
        }
        const isTakenBack = fields.consentMeans === null && before.consentMeans !== null;
        const changes = {
          ...fields,
          ...(isTakenBack && { ...noConsent, withdrawnAt: new Date() }),
          ...(fields.consentMeans && { withdrawnAt: null }),
        };
        const after = { ...before, ...changes };
        // Only an owner may change a published testimonial. Other admins can hide it, change it, and ask an owner to
        // publish it again.
        const isShown = before.isPublished && after.isPublished;
        const shows = isShown && shown.some((key) => after[key] !== before[key]);
        if (shows || (after.isPublished && !before.isPublished)) rejectPublication(actor);
        if (after.isPublished) requireConsent(after);
        return crudOf(tx).update(actor, id, changes, expectedUpdatedAt);
      });
      return toOne(row);
    },

    /** Restores a testimonial unchanged. It is published again only if the admin may publish. */
    async restore(actor: Writer, id: number) {
      const row = await db.transaction(async (tx) => {
        const onTx = crudOf(tx);
        const restored = await onTx.restore(actor, id);
        return restored.isPublished && !mayPublish(actor)
          ? onTx.update(actor, id, { isPublished: false })
          : restored;
      });
      return toOne(row);
    },
  };
}

export type TestimonialsAdmin = ReturnType<typeof createTestimonialsAdmin>;
