import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { LateQueryClient } from './late-query-client';

type Entry = [queryKey: QueryKey, data: unknown];

/** Attribute of the JSON blocks in a page that contain query results. */
const attribute = 'data-queries';

/**
 * Returns a block of query results for the end of a page. The block is JSON and is not executed, so
 * the Content-Security-Policy needs no hash for it.
 */
export function queriesBlock(entries: readonly Entry[]): string {
  const json = JSON.stringify(entries).replaceAll('<', '\\u003c');
  return `<script type="application/json" ${attribute}>${json}</script>`;
}

/** Returns the results with which a page was rendered. */
export function resultsOf(queryClient: QueryClient): Entry[] {
  return queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }): Entry[] =>
      state.status === 'success' ? [[queryKey, state.data]] : [],
    );
}

/** Reads the results from the page's blocks, so that the browser does not request them again. */
export function readQueries(queryClient: LateQueryClient): void {
  for (const block of document.querySelectorAll(`script[${attribute}]`)) {
    for (const [queryKey, data] of JSON.parse(block.textContent ?? '[]') as Entry[]) {
      queryClient.setQueryData(queryKey, data);
    }
  }
}
