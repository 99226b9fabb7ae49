import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { messageServices } from '~/contract/leads/contact';
import { startTestApp, type TestApp } from '~/testing/app';
import { listenLocally } from '~/testing/servers';
import { startSmtp } from '~/testing/smtp';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  isError: boolean;
}

/** Fake collector that receives traces by OTLP over HTTP. */
let collector: Server;
let headers: unknown;
let service: unknown;
const spans: Span[] = [];

const someTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const someSpan = '00f067aa0ba902b7';

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<Span, 'attributes'> & {
        attributes: Attribute[];
        status: { code?: number };
      })[];
    }[];
  }[];
}

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    expect(request.url).toBe('/v1/traces');
    headers = request.headers;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      service = valuesOf(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap((one) => one.spans)) {
        const { attributes, status } = span;
        spans.push({ ...span, attributes: valuesOf(attributes), isError: status.code === 2 });
      }
    }
    response.end('{}');
  });
  const port = await listenLocally(collector);
  const smtp = await startSmtp();
  const app = await startTestApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=the%20key',
      OTEL_SERVICE_NAME: 'agency',
      DEMO_MODE: 'on',
      SMTP_URL: smtp.url,
      TRUST_PROXY: '1',
    },
  });
  await produceSpans(app);
  // Sends the remaining spans.
  await app.close();
  await smtp.stop();
});
afterAll(() => collector.close());

async function produceSpans(app: TestApp) {
  const traceparent = `00-${someTrace}-${someSpan}-01`;
  await app.fetch('/api/services/nowhere', { headers: { traceparent } });
  await app.fetch('/api/services/nowhere-else');
  await app.postJson('/api/contact', {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    service: messageServices[0]?.value,
    message: 'A message that is long enough.',
  });
  await app.services.outbox.flush();
  await app.services.jobs.runNow('payments');
}

const childrenOf = (parent: Span | undefined) =>
  spans.filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

it('a trace export has the headers and the name of the service', () => {
  expect(headers).toMatchObject({ 'x-api-key': 'the key' });
  expect(service).toBe('agency');
});

it('one trace contains a request, its procedure and its queries', () => {
  const request = spans.find(({ name }) => name === 'POST /api/contact');
  expect(request).toMatchObject({
    kind: 2,
    isError: false,
    attributes: { 'http.route': '/api/contact', 'http.response.status_code': 200 },
  });
  const [procedure] = childrenOf(request).filter(({ attributes }) => attributes['rpc.method']);
  expect(procedure?.traceId).toBe(request?.traceId);
  const queries = childrenOf(procedure).filter(({ name }) => name.startsWith('database '));
  expect(queries.map(({ name }) => name)).toContain('database insert');
  const texts = spans.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
  expect(texts.some((text) => text.includes('"contact_messages"'))).toBe(true);
});

it('a trace continues that of a trusted proxy', () => {
  const [first, second] = spans.filter(({ name }) => name === 'GET /api/services/:slug');
  expect(first).toMatchObject({ traceId: someTrace, parentSpanId: someSpan });
  expect(second?.traceId).not.toBe(someTrace);
  expect(childrenOf(first)[0]?.attributes).toMatchObject({ 'error.type': 'NOT_FOUND' });
});

it('a trace contains an email, without its content', () => {
  expect(spans.find(({ name }) => name === 'mail')).toMatchObject({
    kind: 3,
    attributes: { 'mail.kind': expect.any(String) },
  });
});

it('a trace contains a job and its calls to Stripe', () => {
  const job = spans.find(({ name }) => name === 'job payments');
  const calls = childrenOf(job).filter(({ name }) => name.startsWith('stripe '));
  expect(calls.map(({ name }) => name)).toContain('stripe GET /v1/events');
});

it('a trace contains no personal data', () => {
  const sent = JSON.stringify(spans);
  for (const secret of ['ada@example.com', 'Byron', 'long enough', 'nowhere']) {
    expect(sent).not.toContain(secret);
  }
});

it('no file imports OpenTelemetry statically, so it is loaded only if tracing is enabled', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const eager = files.filter((file) =>
    /^(import|export)\b[^;]*from '@opentelemetry/m.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(eager).toEqual([]);
});
