import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import { type Attributes, type SpanOptions, type Tracer, traceWith } from './traced';

export interface TracingOptions {
  /** Of a collector that takes OTLP over HTTP, such as `http://localhost:4318`. */
  endpoint: string;
  /** `name=value` pairs, separated by commas. */
  headers?: string | undefined;
  serviceName?: string | undefined;
  /** Whether a caller's `traceparent` is continued: that of a trusted proxy. */
  continuesTraces: boolean;
  log: Log;
}

/** Spans that are still unsent when the product stops are sent within this time, or lost. */
const stopGraceMs = 1_000;

const complainEveryMs = 60_000;

/** Sends traces by OpenTelemetry. Its packages are loaded here, and so only where traces are asked for. @returns what ends it */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const [api, core, contexts, exporters, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  const { context, propagation, SpanKind, SpanStatusCode, trace } = api;
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': options.serviceName ?? 'kestrel',
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new exporters.OTLPTraceExporter({
          url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
          headers: parseHeaders(options.headers),
        }),
      ),
    ],
  });
  const contextManager = new contexts.AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contextManager);
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  core.setGlobalErrorHandler(createComplaint(options.log));
  const tracer = provider.getTracer('kestrel');

  const describe = (error: unknown): Attributes => ({
    'error.type': (error as { code?: string }).code ?? (error as Error | undefined)?.name ?? '?',
  });

  const traces: Tracer = {
    async span<Result>(
      name: string,
      { kind, attributes, finish, headers }: SpanOptions,
      work: () => Promise<Result>,
    ) {
      const parent =
        headers && options.continuesTraces
          ? propagation.extract(context.active(), Object.fromEntries(headers))
          : context.active();
      const span = tracer.startSpan(
        name,
        { ...(kind && { kind: kinds[kind] }), ...(attributes && { attributes }) },
        parent,
      );
      try {
        return await context.with(trace.setSpan(parent, span), work);
      } catch (error) {
        span.setAttributes(describe(error)).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        const known = finish?.();
        if (known?.name) span.updateName(known.name);
        if (known?.attributes) span.setAttributes(known.attributes);
        if (known?.isError) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    },

    query(query, text) {
      // Queries of nothing that is traced, such as looking for jobs that are due, would be traces of their own.
      if (!trace.getActiveSpan()) return;
      const operation = /^\s*\(?\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
      const span = tracer.startSpan(`database ${operation}`, {
        kind: SpanKind.CLIENT,
        // Its parameters, which are personal data, are not in the text.
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      });
      const { resolve, reject } = query;
      query.resolve = (result) => {
        span.end();
        resolve(result);
      };
      query.reject = (error) => {
        span.setAttributes(describe(error)).setStatus({ code: SpanStatusCode.ERROR }).end();
        reject(error);
      };
    },
  };
  traceWith(traces);

  return async () => {
    traceWith(undefined);
    // Without its collector the product stops all the same; the last spans are lost.
    await withTimeout(provider.shutdown(), stopGraceMs).catch(() => {});
    context.disable();
    propagation.disable();
  };
}

function parseHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

/** A collector that is away fails every few seconds. */
function createComplaint(log: Log) {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown) => {
    if (performance.now() - complainedAt < complainEveryMs) return;
    complainedAt = performance.now();
    log.warn({ err: error }, 'traces could not be sent');
  };
}
