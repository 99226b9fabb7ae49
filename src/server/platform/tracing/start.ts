import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import { type Attributes, type SpanOptions, type Tracer, traceWith } from './traced';

export interface TracingOptions {
  /** Endpoint of a collector for OTLP over HTTP, such as `http://localhost:4318`. */
  endpoint: string;
  /** Headers as `name=value` pairs, separated by commas. */
  headers?: string | undefined;
  serviceName?: string | undefined;
  /** True to continue traces from a caller's `traceparent` header, which requires a trusted proxy. */
  continuesTraces: boolean;
  log: Log;
}

/** Milliseconds for sending the remaining spans at shutdown. Spans that are not sent in this time are lost. */
const stopGraceMs = 1_000;

const complainEveryMs = 60_000;

/**
 * Sends traces with OpenTelemetry. Imports its packages here, so that they are loaded only if tracing is enabled.
 *
 * @returns a function that stops tracing
 */
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
      // Skips queries outside of any trace, such as polling for due jobs, because each of them would become a separate
      // trace.
      if (!trace.getActiveSpan()) return;
      const operation = /^\s*\(?\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
      const span = tracer.startSpan(`database ${operation}`, {
        kind: SpanKind.CLIENT,
        // The SQL text does not contain the parameters, which are personal data.
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
    // Shuts down even if the collector is unreachable. The last spans are then lost.
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

/**
 * Logs export failures only occasionally, because the export fails every few seconds while the collector is
 * unreachable.
 */
function createComplaint(log: Log) {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown) => {
    if (performance.now() - complainedAt < complainEveryMs) return;
    complainedAt = performance.now();
    log.warn({ err: error }, 'traces could not be sent');
  };
}
