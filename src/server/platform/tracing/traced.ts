/** What a span says of the work that it measures. */
export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** Read when the work is done: what is known only then. */
  finish?(): { name?: string; attributes?: Attributes; isError?: boolean };
  /** The headers of a request that may continue a trace. */
  headers?: Headers | undefined;
}

/** A query of the driver: its callbacks are called when the server has answered. */
export interface RunningQuery {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface Tracer {
  span<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  query(query: RunningQuery, text: string): void;
}

let tracer: Tracer | undefined;

/** Traces from now on, or no more. One for the process, as the context that spans are nested by. */
export function traceWith(next: Tracer | undefined): void {
  tracer = next;
}

/** Measures work as a span inside of the one that it is called in; without a tracer it is only called. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? tracer.span(name, options, work) : work();
}

/** Measures a query, where it is part of a trace. */
export function traceQuery(query: RunningQuery, text: string): void {
  tracer?.query(query, text);
}
