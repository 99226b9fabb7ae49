import type {
  DefaultError,
  FetchQueryOptions,
  InvalidateQueryFilters,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';

/** The query client, and `watch`, whose code is in the same chunk. */
export interface LoadedQueryClient {
  client: QueryClient;
  /** Calls `onChange` when the result of a query changes. Refetches the result if it is stale. */
  watch(options: WatchedQuery, onChange: () => void): () => void;
}

export interface WatchedQuery {
  queryKey: QueryKey;
}

interface Watcher {
  options: WatchedQuery;
  onChange(): void;
  stop?(): void;
}

/**
 * Replaces the query client until its code is loaded. The code is loaded with the first query that
 * has no result in the page. Until then, the results with which the page was rendered are enough
 * for hydration.
 */
export class LateQueryClient {
  readonly #load: () => Promise<() => LoadedQueryClient>;
  readonly #results = new Map<string, [queryKey: QueryKey, data: unknown]>();
  readonly #watchers = new Set<Watcher>();
  #loading: Promise<QueryClient> | undefined;
  #loaded: LoadedQueryClient | undefined;

  /** Creates the replacement. @param load loads the code that creates the query client */
  constructor(load: () => Promise<() => LoadedQueryClient>) {
    this.#load = load;
  }

  /**
   * Returns the query client, for callers that already have its code. Creates it at the first call,
   * with the results in the page.
   */
  attach(create: () => LoadedQueryClient): QueryClient {
    if (!this.#loaded) {
      const loaded = create();
      for (const [queryKey, data] of this.#results.values()) {
        loaded.client.setQueryData(queryKey, data);
      }
      this.#results.clear();
      this.#loaded = loaded;
      for (const watcher of this.#watchers) {
        watcher.stop = loaded.watch(watcher.options, watcher.onChange);
      }
    }
    return this.#loaded.client;
  }

  /** Loads the query client's code. */
  load(): Promise<QueryClient> {
    this.#loading ??= this.#load()
      .then((create) => this.attach(create))
      .catch((error) => {
        // A failed load must not be cached.
        this.#loading = undefined;
        throw error;
      });
    return this.#loading;
  }

  getQueryData(queryKey: QueryKey): unknown {
    return this.#loaded
      ? this.#loaded.client.getQueryData(queryKey)
      : this.#results.get(hashKey(queryKey))?.[1];
  }

  setQueryData(queryKey: QueryKey, data: unknown): unknown {
    if (this.#loaded) return this.#loaded.client.setQueryData(queryKey, data);
    const hash = hashKey(queryKey);
    this.#results.set(hash, [queryKey, data]);
    for (const { options, onChange } of this.#watchers) {
      if (hashKey(options.queryKey) === hash) onChange();
    }
    return data;
  }

  async ensureQueryData<
    Data,
    Failure = DefaultError,
    Shown = Data,
    Key extends QueryKey = QueryKey,
  >(options: FetchQueryOptions<Data, Failure, Shown, Key>): Promise<Shown> {
    if (!this.#loaded) {
      const result = this.#results.get(hashKey(options.queryKey));
      if (result) return result[1] as Shown;
    }
    return (await this.load()).ensureQueryData(options);
  }

  async fetchQuery<Data, Failure = DefaultError, Shown = Data, Key extends QueryKey = QueryKey>(
    options: FetchQueryOptions<Data, Failure, Shown, Key>,
  ): Promise<Shown> {
    return (await this.load()).fetchQuery(options);
  }

  async invalidateQueries(filters: InvalidateQueryFilters): Promise<void> {
    await (await this.load()).invalidateQueries(filters);
  }

  /** Returns the error of a query; undefined if the query has not failed. */
  errorOf(queryKey: QueryKey): unknown {
    return this.#loaded?.client.getQueryState(queryKey)?.error ?? undefined;
  }

  /** Watches a query. @returns a function that stops watching */
  watch(options: WatchedQuery, onChange: () => void): () => void {
    const watcher: Watcher = { options, onChange };
    this.#watchers.add(watcher);
    if (this.#loaded) watcher.stop = this.#loaded.watch(options, onChange);
    return () => {
      this.#watchers.delete(watcher);
      watcher.stop?.();
    };
  }
}

/**
 * Returns a text that is equal for query keys that the query client treats as equal. The order of
 * an input's fields does not matter.
 */
export const hashKey = (queryKey: QueryKey): string =>
  JSON.stringify(queryKey, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
