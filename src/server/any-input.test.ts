import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { normalizeCode, normalizeLine, normalizeText } from '~/contract/common/normalize';
import { leakIn, testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { procedures, waysTo } from '~/testing/procedures';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({
  logLevel: 'error',
  env: { TRUST_PROXY: '1' },
  rateLimits: {
    ...{ quoteForm: 1e6, contactForm: 1e6, clientWrites: 1e6 },
    ...{ fileUploads: 1e6, filePieces: 1e6, fileReads: 1e6 },
  },
});
const cookies: Record<'admin' | 'client', string> = { admin: '', client: '' };
/** A client who sends no random calls except uploads. */
let uploader: TestClient;

beforeAll(async () => {
  cookies.admin = await signInAdmin(app);
  cookies.client = (await signUpClient(app)).headers.Cookie ?? '';
  uploader = await signUpClient(app);
});

interface ErrorBody {
  message?: string;
  error?: { message: string };
}

/** Expects any response that is not a server error. */
async function expectNoFault(response: Response) {
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  expectNoFaultIn(response.status, await response.text(), isPage);
}

function expectNoFaultIn(status: number, text: string, isPage = false) {
  if (status < 400) return;
  expect(status, text).toBeLessThan(500);
  if (isPage) return;
  expect(leakIn(text)).toBeUndefined();
  const bodies = [JSON.parse(text)].flat() as ErrorBody[];
  for (const { message, error } of bodies)
    expect(message ?? error?.message ?? 'a result').toMatch(/\S/);
}

/** Equals the unit 'binary', which builds a table of all of Unicode before its first text and takes a second per run. */
const codePoint = fc
  .nat(0x10f7ff)
  .map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));

/** Typical texts, and hostile ones. */
const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udc00x',
    '%00',
    '__proto__',
    'constructor',
    "'; --",
    '\u2028',
    '1e400',
  ),
  fc.nat().map(String),
  fc.bigInt().map(String),
);

const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.integer());

/** Factor for the number of random inputs, which differ in each run. `ANY_INPUT_TIMES=10` uses ten times as many. */
const times = Number(process.env.ANY_INPUT_TIMES ?? 1);

const run = (property: fc.IAsyncProperty<unknown>, numRuns: number) =>
  fc.assert(property as fc.IAsyncProperty<[unknown]>, { numRuns: numRuns * times });

/** Properties of every object's prototype. */
const names = ['constructor', '__proto__'];

interface Operation {
  parameters?: { in: string; name: string }[];
}

it('no URL fails if it contains the name of an inherited property, such as `constructor`', async () => {
  const ask = askerOf(app, cookies.admin);
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>(
    'GET',
    '/api/openapi.json',
  );
  const reads = Object.entries(body.paths).flatMap(([path, { get }]) =>
    get ? [{ path, parameters: get.parameters ?? [] }] : [],
  );
  expect(reads.length).toBeGreaterThan(20);
  const asked: string[] = [];
  for (const name of names) {
    asked.push(`/api/admin/export/${name}.csv`, `/api/login/${name}`, `/share/${name}/${name}.png`);
    for (const { path, parameters } of reads) {
      const filled = path.replace(/\{\w+\}/g, name);
      const url = filled.startsWith('/api') ? filled : `/api${filled}`;
      const queried = parameters.filter((one) => one.in === 'query');
      asked.push(url);
      if (name === 'constructor')
        for (const parameter of queried) asked.push(`${url}?${parameter.name}=${name}`);
    }
  }
  const faults: [string, number][] = [];
  for (const path of new Set(asked)) {
    const { status } = await ask('GET', path);
    if (status >= 500) faults.push([path, status]);
  }
  expect(faults).toEqual([]);
}, 60_000);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  minLength?: number;
  maxLength?: number;
}

/** Returns values that a schema accepts in most cases. */
function nearlyValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf?.length) return fc.oneof(...schema.anyOf.map(nearlyValid));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        fc.oneof({ arbitrary: nearlyValid(field), weight: 4 }, { arbitrary: anyValue, weight: 1 }),
      ]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case 'array':
      return fc.array(nearlyValid(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer(), fc.maxSafeInteger());
    case 'boolean':
      return fc.boolean();
    case 'string': {
      if (schema.format === 'email') return fc.emailAddress();
      const minLength = Math.min(schema.minLength ?? 0, 200);
      const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 200, 200));
      return fc.oneof(fc.string({ minLength, maxLength }), anyText, fc.nat().map(String));
    }
    default:
      return anyValue;
  }
}

describe('a procedure', () => {
  const withInput = procedures.filter(({ input, type }) => input && type !== 'subscription');

  it.each(withInput)('$name never fails for random input', async (procedure) => {
    const schema = z.toJSONSchema(procedure.input as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
    });
    const cookie = cookies[procedure.permission ? 'admin' : 'client'];
    const input = fc.oneof(nearlyValid(schema as JsonSchema), anyValue);
    await run(
      fc.asyncProperty(input, async (value) => {
        for (const call of waysTo(procedure)) {
          const [status, text] = await call(app, procedure, cookie, value as never);
          expectNoFaultIn(status, text);
        }
      }),
      2,
    );
  });
});

const storableText = (min: number, max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: min, maxLength: max })
    .filter(
      (one) =>
        [normalizeLine, normalizeCode].every(
          (normal) => [...normal(one)].length >= min && normal(one).length <= max,
        ) &&
        one.length <= max &&
        !one.includes('\u0000') &&
        one.isWellFormed(),
    );

/** A name or number with a line separator is rejected. */
const storableLine = (min: number, max: number) =>
  storableText(min, max).filter((one) => !/[\p{Zl}\p{Zp}]/u.test(one));

describe('a quote with random input', () => {
  it('never fails for any bytes with any header', async () => {
    const headerText = fc.string({
      unit: fc.constantFrom(...'abz09 ,;=/"%-_~\u00e9'),
      maxLength: 300,
    });
    await run(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        headerText,
        fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain'),
        async (body, key, type) => {
          const headers = { 'Content-Type': type, 'Idempotency-Key': key, Accept: key };
          for (const path of ['/api/quotes', '/api/trpc/quotes.submit', '/api/nope']) {
            const content =
              path === '/api/quotes' && body.length % 2 ? JSON.stringify(quoteRequest()) : body;
            await expectNoFault(
              await app.fetch(path, { method: 'POST', body: content as BodyInit, headers }),
            );
          }
        },
      ),
      20,
    );
  });

  it('is always stored in its normal form if it is valid', async () => {
    await run(
      fc.asyncProperty(
        storableLine(2, 40),
        storableLine(10, 40),
        storableText(10, 300),
        async (name, phone, projectDetails) => {
          const response = await app.postJson(
            '/api/quotes',
            quoteRequest({ name, phone, projectDetails }),
          );
          expect(response.status).toBe(200);
          const { id } = (await response.json()) as { id: number };
          const [row] =
            await app.sql`select name, phone, project_details from quotes where id = ${id}`;
          expect(row).toEqual({
            name: normalizeLine(name),
            phone: normalizeCode(phone),
            project_details: normalizeText(projectDetails),
          });
        },
      ),
      20,
    );
  });
});

describe('a read with random input', () => {
  const rawSegment = fc.oneof(
    fc.string({
      unit: fc.constantFrom(...'%0fF2eaz.~!$&\'()*+,;=:@-_\\|^`{}[]<>" '),
      maxLength: 24,
    }),
    fc.constantFrom(
      '%00',
      '%ff',
      '%',
      '%%',
      '%e0%a4',
      '%c0%ae',
      '..%2f..',
      '%0d%0a',
      '%5c',
      '%F0%9F',
      '%2e%2e',
    ),
  );
  const wellFormed = anyText.filter((one) => one.isWellFormed());
  const segment = fc.oneof(wellFormed.map(encodeURIComponent), rawSegment);

  it(
    'never fails for a slug, a category or a search',
    async () => {
      await run(
        fc.asyncProperty(segment, segment, async (one, two) => {
          for (const path of [
            `/api/services/${one}`,
            `/api/services/category/${one}`,
            `/api/portfolio/${one}`,
            `/api/blog/${one}`,
            `/share/${one}/${two}`,
            `/share/services/${one}.png`,
            `/media/${one}?w=${two}`,
            `/api/services?${one}=${two}`,
            `/api/portfolio/featured?${one}&${two}`,
            `/api/${one}/${two}`,
            `/api/trpc/${one}`,
            `/api/trpc/services.get?input=${one}`,
            `/api/trpc/services.get,${one}?batch=1&input=${two}`,
          ]) {
            await expectNoFault(await app.fetch(path));
          }
        }),
        8,
      );
      // Some of these paths render share images.
    },
    60_000 * times,
  );

  it('never fails for the URL of a page', async () => {
    await run(
      fc.asyncProperty(segment, segment, async (one, two) => {
        for (const path of [
          `/${one}`,
          `/services/${one}`,
          `/blog/${one}`,
          `/services?category=${one}&${two}`,
          `/contact?subject=${one}`,
          `/${one}/${two}`,
        ]) {
          await expectNoFault(await app.fetch(path));
        }
      }),
      4,
    );
  });
});

/** Generates characters that are valid in a header value. */
const headerText = fc.string({ unit: fc.constantFrom(...'abz09 ,;=/"%-_~=:'), maxLength: 60 });

describe('an upload with random input', () => {
  it('never fails for any name and any bytes', async () => {
    const start = fc.constantFrom(
      '',
      'PK\u0003\u0004',
      '%PDF-1.7',
      'GIF89a',
      '\u0089PNG\r\n\u001a\n',
      'RIFF',
    );
    await run(
      fc.asyncProperty(
        anyText,
        start,
        fc.uint8Array({ maxLength: 300 }),
        async (name, head, rest) => {
          const form = new FormData();
          const content = Buffer.concat([Buffer.from(head, 'latin1'), rest]);
          form.set('file', new File([content], name.toWellFormed()));
          await expectNoFault(
            await app.fetch('/api/files', {
              method: 'POST',
              body: form,
              headers: uploader.headers,
            }),
          );
        },
      ),
      60,
    );
  });

  it('never fails for any multipart body', async () => {
    const line = fc.constantFrom(
      '--b',
      '--b--',
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      'Content-Disposition: form-data; name="x"',
      'Content-Type: text/plain',
      '',
      'words',
    );
    await run(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        await expectNoFault(
          await app.fetch('/api/files', {
            method: 'POST',
            body: lines.join('\r\n'),
            headers: { ...uploader.headers, 'Content-Type': 'multipart/form-data; boundary=b' },
          }),
        );
      }),
      60,
    );
  });

  it('never fails for any headers of the tus protocol or any range', async () => {
    await run(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'),
        headerText,
        headerText,
        fc.oneof(headerText, fc.integer().map(String)),
        async (method, metadata, range, number) => {
          for (const path of [
            '/api/files',
            '/api/files/1',
            `/api/files/${encodeURIComponent(number)}`,
          ]) {
            const response = await app.fetch(path, {
              method,
              headers: {
                ...uploader.headers,
                'Tus-Resumable': '1.0.0',
                'Upload-Length': number,
                'Upload-Offset': number,
                'Upload-Metadata': metadata,
                'Content-Type': 'application/offset+octet-stream',
                Range: range,
              },
              ...(method === 'PATCH' && { body: metadata }),
            });
            if (method === 'HEAD') continue;
            await expectNoFault(response);
          }
        },
      ),
      40,
    );
  });
});
