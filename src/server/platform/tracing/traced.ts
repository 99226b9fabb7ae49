/** Attributes of a span. */
export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** Called when the work is done, for attributes that are known only then. */
  finish?(): { name?: string; attributes?: Attributes; isError?: boolean };
  /** Headers of a request that may continue a trace. */
  headers?: Headers | undefined;
}

/** A running query of the driver. Its callbacks run when the server has responded. */
export interface RunningQuery {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface Tracer {
  span<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  query(query: RunningQuery, text: string): void;
}

let tracer: Tracer | undefined;

/** Sets the tracer, or turns tracing off. The tracer is global to the process, like the context that nests spans. */
export function traceWith(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs work, and measures it as a span inside the current one. Without a tracer, only runs the work. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? tracer.span(name, options, work) : work();
}

/** Measures a query if it is part of a trace. */
export function traceQuery(query: RunningQuery, text: string): void {
  tracer?.query(query, text);
}
