import { AppError, changedMeanwhile } from '~/contract/common/errors';
import {
  type AnyLegalPage,
  allLegalPages,
  isFixedLegalPage,
  legalPath,
} from '~/contract/legal/legal';
import type { LegalChange, LegalRecord, LegalSummary } from '~/contract/legal/legal-schema';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { legalVersions } from '~/server/platform/db/schema/legal';
import { siteLanguage } from '~/server/platform/db/site-language';
import { leftToFillIn, legalDrafts } from './drafts';
import { type Legal, notFound, type Version, versionName } from './legal.service';

/** Legal texts as owners manage them. Each change creates a version. Versions are never deleted. */
export function createLegalAdmin(db: Database, legal: Legal) {
  function summaryOf(page: AnyLegalPage, versions: Version[], today: string): LegalSummary {
    const current = legal.holding(versions, today);
    const newest = versions.at(-1);
    return {
      page,
      title: current?.title ?? legalDrafts[page].title,
      path: legalPath(page),
      isPublished: current !== undefined && !current.isWithdrawn,
      isDefault: current?.isDefault ?? false,
      version: current ? versionName(current.version) : '',
      effectiveOn: current?.effectiveOn ?? null,
      upcoming:
        newest && newest !== current
          ? { version: newest.version, effectiveOn: newest.effectiveOn }
          : null,
      isToBeWithdrawn: newest !== current && newest?.isWithdrawn === true,
      editedBy: newest?.author ?? '',
      editedAt: newest?.createdAt?.toISOString() ?? null,
    };
  }

  async function get(page: AnyLegalPage): Promise<LegalRecord> {
    const [versions, today, words] = await Promise.all([
      legal.allOf(page),
      legal.today(),
      legal.wordsNow(),
    ]);
    const newest = versions.at(-1);
    return {
      ...summaryOf(page, versions, today),
      versions: versions.toReversed().map(({ createdAt, ...one }) => ({
        ...one,
        createdAt: createdAt?.toISOString() ?? null,
      })),
      draft:
        newest && !newest.isWithdrawn
          ? { title: newest.title, text: newest.text }
          : legalDrafts[page],
      words,
    };
  }

  /** Adds a version. @throws CONFLICT if another admin has added one since the text was opened */
  async function add(
    actor: Exclude<Actor, 'system'>,
    change: LegalChange & { isWithdrawn: boolean },
  ): Promise<LegalRecord> {
    const { page, title, text, effectiveOn, isWithdrawn, seenVersion } = change;
    const left = isWithdrawn ? undefined : leftToFillIn(text);
    if (left) {
      const message = `Please write or delete what the template asks for: “${left}”`;
      throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'text', message }] });
    }
    const [versions, today] = await Promise.all([legal.allOf(page), legal.today()]);
    const newest = versions.at(-1)?.version ?? 0;
    if (newest !== seenVersion) throw new AppError('CONFLICT', changedMeanwhile);
    // A new version can start earlier than a scheduled one, and then replaces it. Only the version that is in effect
    // now sets a limit.
    const last = legal.holding(versions, today);
    if (last && effectiveOn < last.effectiveOn && !last.isDefault) {
      throw new AppError('BAD_REQUEST', 'A later version cannot hold earlier', {
        issues: [
          {
            path: 'effectiveOn',
            message: `Please choose a day from ${last.effectiveOn} on: version ${versionName(last.version)} holds from then`,
            suggestion: last.effectiveOn,
          },
        ],
      });
    }
    const version = newest + 1;
    await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(legalVersions)
        .values({
          ...{ page, version, title, text, effectiveOn, isWithdrawn },
          locale: siteLanguage,
          author: nameOf(actor),
          announcedAt: effectiveOn <= today ? new Date() : null,
        })
        .onConflictDoNothing()
        .returning({ id: legalVersions.id });
      // Reports a conflict, because another admin has added a version at the same time.
      if (!row) throw new AppError('CONFLICT', changedMeanwhile);
      await recordAudit(tx, actor, {
        action: isWithdrawn ? 'legal.withdrawn' : 'legal.changed',
        about: `legal:${page}`,
        did: isWithdrawn
          ? `withdrew the page “${title}”`
          : `wrote version ${versionName(version)} of “${title}”, which holds from ${effectiveOn}`,
        after: { version, effectiveOn },
      });
    });
    return get(page);
  }

  return {
    get,

    async list(): Promise<LegalSummary[]> {
      const today = await legal.today();
      return Promise.all(
        allLegalPages.map(async (page) => summaryOf(page, await legal.allOf(page), today)),
      );
    },

    save: (actor: Exclude<Actor, 'system'>, change: LegalChange): Promise<LegalRecord> =>
      add(actor, { ...change, isWithdrawn: false }),

    /** Withdraws an optional page from today on. */
    async withdraw(
      actor: Exclude<Actor, 'system'>,
      { page, seenVersion }: Pick<LegalChange, 'page' | 'seenVersion'>,
    ): Promise<LegalRecord> {
      if (isFixedLegalPage(page)) {
        throw new AppError(
          'CONFLICT',
          'Every site needs this page. You can publish a new version instead.',
        );
      }
      const newest = (await legal.allOf(page)).at(-1);
      if (!newest || newest.isWithdrawn) throw notFound();
      const today = await legal.today();
      const { title, text } = newest;
      return add(actor, { page, title, text, effectiveOn: today, seenVersion, isWithdrawn: true });
    },
  };
}

export type LegalAdmin = ReturnType<typeof createLegalAdmin>;
