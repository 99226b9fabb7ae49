import { createHash } from 'node:crypto';

import { and, asc, desc, eq, isNull, lte } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { type AnyLegalPage, allLegalPages, isFixedLegalPage } from '~/contract/legal/legal';
import type { LegalDraft, LegalText } from '~/contract/legal/legal-schema';
import { fillLegalText } from '~/contract/legal/legal-variables';
import type { Settings } from '~/server/features/settings/settings.service';
import type { Database } from '~/server/platform/db/client';
import { legalVersions } from '~/server/platform/db/schema/legal';
import { siteLanguage } from '~/server/platform/db/site-language';
import { legalDrafts } from './drafts';
import { sectionsOf } from './sections';
import { wordsOf } from './words';

type Reader = Pick<Database, 'select'>;
type VersionRow = typeof legalVersions.$inferSelect;
export type LegalSettings = Pick<
  Settings,
  'getPublic' | 'getRetention' | 'getSeller' | 'getResponseTimes' | 'getLegalReview'
>;

/** Date of our default texts. An agency that has confirmed the texts counts as having adopted them on this day. */
const writtenOn = '2025-07-15';

export const versionName = (version: number): string => `${version}.0`;
export const notFound = () => new AppError('NOT_FOUND', 'Page not found');

/** Returns all versions that owners wrote, oldest first. */
const versionsOf = (db: Reader, page: AnyLegalPage): Promise<VersionRow[]> =>
  db
    .select()
    .from(legalVersions)
    .where(and(eq(legalVersions.page, page), eq(legalVersions.locale, siteLanguage)))
    .orderBy(asc(legalVersions.version));

/** A version of a page. Our default text is the first version of a mandatory page. */
export interface Version {
  version: number;
  /** True for our default text. */
  isDefault: boolean;
  title: string;
  text: string;
  effectiveOn: string;
  updatedOn: string;
  isWithdrawn: boolean;
  /** Author and date; empty and null for our default text. */
  author: string;
  createdAt: Date | null;
}

/** Legal texts as visitors read them. */
export function createLegal(db: Database, settings: LegalSettings) {
  const wordsNow = async () => {
    const [{ brand, contact }, retention, { taxNumber }] = await Promise.all([
      settings.getPublic(),
      settings.getRetention(),
      settings.getSeller(),
    ]);
    return wordsOf({ brand, contact, retention, taxNumber });
  };

  const dayOf = async (at: Date): Promise<string> =>
    dateIn((await settings.getResponseTimes()).timeZone, at);

  /** Returns all versions of a page, oldest first. */
  async function allOf(page: AnyLegalPage): Promise<Version[]> {
    const [rows, review] = await Promise.all([versionsOf(db, page), settings.getLegalReview()]);
    const adoptedOn = review ? await dayOf(new Date(review.reviewedAt)) : writtenOn;
    const own = isFixedLegalPage(page)
      ? [
          {
            version: 1,
            isDefault: true,
            ...legalDrafts[page],
            effectiveOn: adoptedOn,
            updatedOn: adoptedOn,
            isWithdrawn: false,
            author: '',
            createdAt: null,
          },
        ]
      : [];
    const written = await Promise.all(
      rows.map(async ({ version, title, text, effectiveOn, isWithdrawn, author, createdAt }) => ({
        ...{ version, title, text, effectiveOn, isWithdrawn, author, createdAt },
        isDefault: false,
        updatedOn: await dayOf(createdAt),
      })),
    );
    return [...own, ...written];
  }

  /**
   * Returns the newest version that is in effect on a day; undefined if there is none. Our default
   * text is in effect until another version is.
   */
  const holding = (versions: Version[], today: string): Version | undefined =>
    versions.filter(({ effectiveOn, isDefault }) => effectiveOn <= today || isDefault).at(-1);

  async function present(
    page: AnyLegalPage,
    shown: Pick<Version, 'title' | 'text'>,
    dates: Pick<Version, 'version' | 'effectiveOn' | 'updatedOn'>,
  ): Promise<Omit<LegalText, 'isCurrent' | 'upcoming' | 'earlier'>> {
    const { lead, sections } = sectionsOf(fillLegalText(shown.text, await wordsNow()));
    const { version, effectiveOn, updatedOn } = dates;
    return {
      ...{ page, title: shown.title, lead, sections, effectiveOn, updatedOn },
      version: versionName(version),
    };
  }

  return {
    allOf,
    holding,
    wordsNow,
    today: () => dayOf(new Date()),

    /** Returns a text. @throws NOT_FOUND for a page or a version that is not published */
    async text(page: AnyLegalPage, version?: number): Promise<LegalText> {
      const [versions, today] = await Promise.all([allOf(page), dayOf(new Date())]);
      const current = holding(versions, today);
      const shown =
        version === undefined ? current : versions.find((one) => one.version === version);
      if (!shown || shown.isWithdrawn) throw notFound();
      const named = ({ version: of, effectiveOn }: Version) => ({ version: of, effectiveOn });
      const next = versions.find((one) => one.version > (current?.version ?? 0));
      return {
        ...(await present(page, shown, shown)),
        isCurrent: shown === current,
        upcoming: shown === current && next && !next.isWithdrawn ? named(next) : null,
        earlier: versions
          .filter((one) => one.version < shown.version && !one.isWithdrawn)
          .map(named)
          .reverse(),
      };
    },

    /** Returns a draft as it would look if it were published today. */
    async preview({ page, ...draft }: LegalDraft): Promise<LegalText> {
      const [versions, today] = await Promise.all([allOf(page), dayOf(new Date())]);
      const version = (versions.at(-1)?.version ?? 0) + 1;
      const dates = { version, effectiveOn: today, updatedOn: today };
      return {
        ...(await present(page, draft, dates)),
        isCurrent: true,
        upcoming: null,
        earlier: [],
      };
    },

    /**
     * Returns a digest that changes with every word of the published texts, and with every setting that they contain.
     */
    async digest(): Promise<string> {
      const [words, today] = await Promise.all([wordsNow(), dayOf(new Date())]);
      const texts = await Promise.all(
        allLegalPages.map(async (page) => {
          const current = holding(await allOf(page), today);
          if (!current || current.isWithdrawn) return null;
          return [current.title, fillLegalText(current.text, words)];
        }),
      );
      return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
    },

    /** Returns when an owner last changed one of the texts; undefined if all of them are our default texts. */
    async editedAt(): Promise<Date | undefined> {
      const [row] = await db
        .select({ createdAt: legalVersions.createdAt })
        .from(legalVersions)
        .orderBy(desc(legalVersions.id))
        .limit(1);
      return row?.createdAt;
    },

    /** Invalidates cached pages once versions have taken effect. @returns the result as text */
    async announce(): Promise<string> {
      const rows = await db
        .update(legalVersions)
        .set({ announcedAt: new Date() })
        .where(
          and(
            isNull(legalVersions.announcedAt),
            lte(legalVersions.effectiveOn, await dayOf(new Date())),
          ),
        )
        .returning({ page: legalVersions.page });
      return rows.length > 0 ? `${rows.length} legal texts hold from today on.` : '';
    },
  };
}

export type Legal = ReturnType<typeof createLegal>;
