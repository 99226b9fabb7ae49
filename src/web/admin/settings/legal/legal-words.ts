import { dateInWords } from '~/contract/common/date-words';
import { type AnyLegalPage, isFixedLegalPage } from '~/contract/legal/legal';
import type { LegalSummary, StoredVersion } from '~/contract/legal/legal-schema';

export const versionName = (version: number): string => `${version}.0`;

/** Returns the status of a page as a standard status name. */
export function stateOf(page: LegalSummary): string {
  if (page.isPublished) return 'published';
  if (page.upcoming && !page.isToBeWithdrawn) return 'scheduled';
  return page.version ? 'withdrawn' : 'not_published';
}

/** Returns the number of the version that the next save creates. */
export const nextVersion = (versions: readonly Pick<StoredVersion, 'version'>[]): string =>
  versionName((versions[0]?.version ?? 0) + 1);

/** Returns the earliest date from which a new version can be in effect; undefined for any date. */
export function earliestDay(versions: readonly StoredVersion[]): string | undefined {
  const newest = versions[0];
  return newest && !newest.isDefault ? newest.effectiveOn : undefined;
}

/** Describes what visitors will see after a save. */
export function effectOf(
  page: Pick<LegalSummary, 'isPublished' | 'version' | 'upcoming'>,
  next: { version: string; effectiveOn: string; today: string },
): string {
  const isLater = next.effectiveOn > next.today;
  const day = next.effectiveOn && dateInWords(next.effectiveOn);
  if (!page.isPublished) {
    return isLater
      ? `The page goes live on ${day}.`
      : 'The page goes live immediately and is linked in the footer of every page.';
  }
  const { upcoming } = page;
  const isNextAfter = !upcoming || upcoming.effectiveOn >= next.effectiveOn;
  const before = isNextAfter ? `visitors see version ${page.version}` : 'earlier versions apply';
  return isLater
    ? `Version ${next.version} takes effect on ${day}. Until then, ${before}.`
    : `Version ${next.version} takes effect immediately and replaces version ${page.version}.`;
}

/** Returns whether a page is optional, so that it can be withdrawn. */
export const isOptional = (page: AnyLegalPage): boolean => !isFixedLegalPage(page);
