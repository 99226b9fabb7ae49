import { eq } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { consentSentence } from '~/contract/testimonials/testimonials';
import type {
  GivenTestimonial,
  LinkedTestimonial,
} from '~/contract/testimonials/testimonials-schema';
import type { DocumentLinks } from '~/server/features/documents/links';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { testimonials } from '~/server/platform/db/schema/testimonials';
import type { Mailer } from '~/server/platform/mail/mailer';
import { testimonialEmails } from './emails';
import { noConsent, ofShownWork, type TestimonialRow, work } from './testimonials.rows';

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

const missing = () => new AppError('NOT_FOUND', 'This link leads to no testimonial');

function stateOf(row: TestimonialRow): LinkedTestimonial['state'] {
  if (row.isPublished) return 'published';
  if (row.consentMeans !== null) return 'given';
  return row.withdrawnAt ? 'withdrawn' : 'asked';
}

/** Milliseconds after a correction during which further corrections send no email. */
const correctionMailMs = 10 * 60_000;

/** Rejects a client who uses another client's link. @throws FORBIDDEN */
function rejectOtherClient(row: TestimonialRow, by: { id: string } | null): void {
  if (!by || row.userId === null || row.userId === by.id) return;
  throw new AppError(
    'FORBIDDEN',
    'This link was sent to another client. Please sign out, if you are the person it was sent to.',
  );
}

/** Lets the invited person write a testimonial at their private link. */
export function createLinkedTestimonials(
  db: Database,
  options: {
    links: Pick<DocumentLinks, 'find'>;
    mailer: Mailer;
    /** Returns the agency's name. */
    getName(): Promise<string>;
    getTimeZone(): Promise<string>;
  },
) {
  const { links, mailer, getName, getTimeZone } = options;

  async function idOf(token: string): Promise<number> {
    const id = await links.find('testimonial', token);
    if (id === undefined) throw missing();
    return id;
  }

  async function read(id: number): Promise<LinkedTestimonial> {
    const [[found], agency] = await Promise.all([
      db
        .select({ row: testimonials, about: serviceRequests.title, work })
        .from(testimonials)
        .leftJoin(serviceRequests, eq(serviceRequests.id, testimonials.requestId))
        .leftJoin(portfolioItems, ofShownWork)
        .where(eq(testimonials.id, id)),
      getName(),
    ]);
    if (!found) throw missing();
    const { row, about } = found;
    const { words, name, role, company } = row;
    return {
      ...{ words, name, role, company },
      state: stateOf(row),
      about: about ?? '',
      work: found.work,
      consent: consentSentence(agency),
      agreedTo: row.consentText,
      givenAt: row.givenAt?.toISOString() ?? null,
    };
  }

  async function lock(tx: Tx, id: number): Promise<TestimonialRow> {
    const [row] = await tx
      .select()
      .from(testimonials)
      // Includes the trash, because the testimonial can still be restored, and the consent can be withdrawn until it is
      // purged.
      .where(eq(testimonials.id, id))
      .for('update');
    if (!row) throw missing();
    return row;
  }

  return {
    async get(token: string): Promise<LinkedTestimonial> {
      return read(await idOf(token));
    },

    /**
     * Stores text and consent. The author can repeat this until the testimonial is published. Sending the same text
     * again changes nothing.
     *
     * @param by the signed-in client; null if nobody is signed in
     */
    async submit(
      by: { id: string } | null,
      { token, agreed: _, consent: readSentence, ...fields }: GivenTestimonial,
    ): Promise<LinkedTestimonial> {
      const id = await idOf(token);
      const [open, agency, timeZone] = await Promise.all([mailer.open(), getName(), getTimeZone()]);
      const now = new Date();
      await db.transaction(async (tx) => {
        const before = await lock(tx, id);
        rejectOtherClient(before, by);
        if (readSentence !== undefined && readSentence !== consentSentence(agency)) {
          throw new AppError(
            'CONFLICT',
            'The sentence that you agreed to has changed. Please read it again.',
          );
        }
        if (before.isPublished) {
          throw new AppError(
            'CONFLICT',
            'Your words are on our site by now. To change them, please write to us, or take your consent back.',
          );
        }
        const isSame =
          before.consentMeans === 'link' &&
          (Object.keys(fields) as (keyof typeof fields)[]).every(
            (key) => before[key] === fields[key],
          );
        if (isSame) return;
        const consent = {
          consentMeans: 'link' as const,
          consentBy: fields.name,
          consentOn: dateIn(timeZone, now),
          consentText: consentSentence(agency),
        };
        await tx
          .update(testimonials)
          .set({
            ...fields,
            ...consent,
            source: 'link',
            givenAt: now,
            withdrawnAt: null,
            updatedAt: now,
          })
          .where(eq(testimonials.id, id));
        await recordAudit(tx, 'system', {
          action: 'testimonial.given',
          about: `testimonial:${id}`,
          did: `received the testimonial of ${fields.name}, with consent`,
          after: { ...fields, ...consent, by: by?.id ?? 'the private link' },
        });
        // The panel shows the latest text, so an email about each of many corrections would be noise.
        const isCorrection = before.consentMeans !== null;
        const isToldAlready =
          isCorrection && now.getTime() - (before.givenAt?.getTime() ?? 0) < correctionMailMs;
        if (!isToldAlready) {
          const { name, words } = fields;
          await testimonialEmails(open).given(tx, { id, name, words }, { isCorrection });
        }
      });
      mailer.sendSoon();
      return read(id);
    },

    /** Withdraws consent, which hides the testimonial immediately. A repeated call changes nothing. */
    async withdraw(by: { id: string } | null, token: string): Promise<LinkedTestimonial> {
      const id = await idOf(token);
      const open = await mailer.open();
      await db.transaction(async (tx) => {
        const before = await lock(tx, id);
        rejectOtherClient(before, by);
        if (before.consentMeans === null) return;
        const { consentMeans, consentBy, consentOn, consentText, isPublished } = before;
        const now = new Date();
        await tx
          .update(testimonials)
          .set({ ...noConsent, withdrawnAt: now, updatedAt: now })
          .where(eq(testimonials.id, id));
        await recordAudit(tx, 'system', {
          action: 'testimonial.consent_withdrawn',
          about: `testimonial:${id}`,
          did: `hid the testimonial of ${before.name}, who took the consent back`,
          before: { consentMeans, consentBy, consentOn, consentText, isPublished },
          after: noConsent,
        });
        await testimonialEmails(open).takenBack(tx, before, { wasPublished: isPublished });
      });
      mailer.sendSoon();
      return read(id);
    },
  };
}

export type LinkedTestimonials = ReturnType<typeof createLinkedTestimonials>;
