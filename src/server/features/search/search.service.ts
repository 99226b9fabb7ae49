import {
  type SearchedRecord,
  searchKinds,
  searchResultsMax,
  sectionOfKind,
} from '~/contract/admin/search';
import type { SearchResult } from '~/contract/admin/search-schema';
import { adminSections } from '~/contract/admin/sections';
import { may, type PermissionHolder } from '~/contract/identity/permissions';
import type { Database } from '~/server/platform/db/client';
import { entries, panelPath } from './entries';
import { type FoundRecord, findRecords } from './records';
import { isMatch, type KeyCondition, ranksOf } from './search-keys';

/**
 * Number of results above which words with a typo are not searched for, because this search takes longest for frequent
 * words.
 */
const enoughWithoutTypos = 10;

const recordKinds = Object.keys(sectionOfKind) as SearchedRecord[];

function toResult({ kind, id, title, subtitle, target }: FoundRecord): SearchResult {
  const section = sectionOfKind[kind];
  // Payments have no screen of their own, so a result opens the list, filtered by the payment's invoice or client.
  const place = kind === 'payment' ? { search: target } : { open: target };
  const tab = kind === 'credit_note' ? { tab: 'credit-notes' } : {};
  return { kind, id, title, subtitle, path: panelPath({ section, ...tab, ...place }) };
}

/** Orders results of the same rank: first the best one of each kind, then the second one of each, and so on. */
function mix(results: readonly SearchResult[]): SearchResult[] {
  const counts = new Map<string, number>();
  return results
    .map((result) => {
      const place = counts.get(result.kind) ?? 0;
      counts.set(result.kind, place + 1);
      return { result, place };
    })
    .sort(
      (one, other) =>
        one.place - other.place ||
        searchKinds.indexOf(one.result.kind) - searchKinds.indexOf(other.result.kind),
    )
    .map(({ result }) => result);
}

/** Creates the panel search, which finds records, sections, actions and settings. */
export function createSearch(db: Database) {
  async function findRank(user: PermissionHolder, condition: KeyCondition) {
    const kinds = recordKinds.filter((kind) =>
      may(user, adminSections[sectionOfKind[kind]].permission),
    );
    const matching = entries.filter(
      ({ permission, keys }) => may(user, permission) && isMatch(keys, condition),
    );
    return mix([
      ...matching.map(({ keys: _, permission: __, ...result }) => result),
      ...(await findRecords(db, kinds, condition)).map(toResult),
    ]);
  }

  return {
    /**
     * Returns records and other results that the caller may read, best matches first. Lower ranks are read only if the
     * higher ones have too few results.
     */
    async find(user: PermissionHolder, query: string): Promise<SearchResult[]> {
      const found = new Map<string, SearchResult>();
      const add = async (conditions: readonly KeyCondition[], enough: number) => {
        for (const condition of conditions) {
          if (found.size >= enough) return;
          for (const result of await findRank(user, condition)) {
            const key = `${result.kind} ${result.id}`;
            if (!found.has(key)) found.set(key, result);
          }
        }
      };
      const { right, similar } = ranksOf(query);
      await add(right, searchResultsMax);
      await add(similar, enoughWithoutTypos);
      return [...found.values()].slice(0, searchResultsMax);
    },
  };
}

export type Search = ReturnType<typeof createSearch>;
