import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contactServices } from '~/contract/leads/contact';
import { budgetRangesIn, timelines } from '~/contract/leads/quote-options';
import { quoteSources } from '~/contract/leads/quote-sources';
import { countries } from '~/contract/leads/quotes';
import { anyText, anyValue, expectNoFault, run, times } from '~/testing/any-input';
import { startTestApp, type TestApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    logLevel: 'error',
    rateLimits: { quoteForm: 1e6, contactForm: 1e6 },
  });
});
afterAll(() => app.close());

/** A quote request with some invalid fields. */
const nearQuote = fc
  .tuple(
    fc.record(
      {
        name: fc.oneof(anyValue, fc.string({ minLength: 2 })),
        email: fc.oneof(anyValue, fc.emailAddress()),
        phone: fc.oneof(anyValue, fc.string({ minLength: 10 })),
        company: anyValue,
        projectDetails: fc.oneof(anyValue, fc.string({ minLength: 10, maxLength: 6_000 })),
        budget: fc.oneof(anyValue, fc.constantFrom(...budgetRangesIn().map(({ value }) => value))),
        timeline: fc.oneof(anyValue, fc.constantFrom(...timelines.map(({ value }) => value))),
        serviceId: fc.oneof(anyValue, fc.integer(), fc.maxSafeInteger()),
        serviceName: anyValue,
        country: fc.oneof(anyValue, fc.constantFrom(...countries.map(({ value }) => value))),
        source: fc.oneof(anyValue, fc.constantFrom(...quoteSources)),
        key: fc.oneof(anyValue, fc.constantFrom('same', 'same too')),
        website: anyValue,
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(anyText, anyValue, { maxKeys: 2 }),
  )
  .map(([fields, others]) => ({ ...quoteRequest(), ...fields, ...others }));

/** A message with some invalid fields. */
const nearMessage = fc
  .tuple(
    fc.record(
      {
        firstName: fc.oneof(anyValue, fc.string({ minLength: 2 })),
        lastName: fc.oneof(anyValue, fc.string({ minLength: 2 })),
        email: fc.oneof(anyValue, fc.emailAddress()),
        phone: anyValue,
        service: fc.oneof(anyValue, fc.constantFrom(...contactServices.map(({ value }) => value))),
        subject: anyValue,
        message: fc.oneof(anyValue, fc.string({ minLength: 10, maxLength: 6_000 })),
        key: fc.oneof(anyValue, fc.constantFrom('same', 'same too')),
        website: anyValue,
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(anyText, anyValue, { maxKeys: 2 }),
  )
  .map(([fields, others]) => ({ ...contactMessage(), ...fields, ...others }));

const storableText = (min: number, max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: min, maxLength: max })
    .filter(
      (one) =>
        [...one.trim()].length >= min &&
        one.length <= max &&
        !one.includes('\u0000') &&
        one.isWellFormed(),
    );

describe('a quote with random input', () => {
  it('never fails for nearly valid bodies, over REST and tRPC, alone and in a batch', async () => {
    await run(
      fc.asyncProperty(nearQuote, async (body) => {
        await expectNoFault(await app.postJson('/api/quotes', body));
        await expectNoFault(await app.postJson('/api/trpc/quotes.submit', body));
        await expectNoFault(await app.postJson('/api/trpc/quotes.submit?batch=1', { 0: body }));
      }),
      50,
    );
  });

  it('never fails for any JSON', async () => {
    await run(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (body) => {
        await expectNoFault(await app.postJson('/api/quotes', body));
        await expectNoFault(await app.postJson('/api/trpc/quotes.submit', body));
        await expectNoFault(await app.postJson('/api/trpc/quotes.submit?batch=1', body));
      }),
      40,
    );
  });

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
      40,
    );
  });

  it('is always stored unchanged if it is valid', async () => {
    await run(
      fc.asyncProperty(
        storableText(2, 40),
        storableText(10, 40),
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
            name: name.trim(),
            phone: phone.trim(),
            project_details: projectDetails.trim(),
          });
        },
      ),
      40,
    );
  });
});

describe('a message with random input', () => {
  it('never fails for nearly valid bodies, over REST and tRPC, alone and in a batch', async () => {
    await run(
      fc.asyncProperty(nearMessage, async (body) => {
        await expectNoFault(await app.postJson('/api/contact', body));
        await expectNoFault(await app.postJson('/api/trpc/contact.send', body));
        await expectNoFault(await app.postJson('/api/trpc/contact.send?batch=1', { 0: body }));
      }),
      40,
    );
  });

  it('never fails for any JSON', async () => {
    await run(
      fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (body) => {
        await expectNoFault(await app.postJson('/api/contact', body));
      }),
      30,
    );
  });

  it('is always stored unchanged if it is valid', async () => {
    await run(
      fc.asyncProperty(
        storableText(2, 40),
        storableText(0, 40),
        storableText(10, 300),
        async (firstName, phone, message) => {
          const response = await app.postJson(
            '/api/contact',
            contactMessage({ firstName, phone, message }),
          );
          expect(response.status).toBe(200);
          const { id } = (await response.json()) as { id: number };
          const [row] =
            await app.sql`select first_name, phone, message from contact_messages where id = ${id}`;
          expect(row).toEqual({
            first_name: firstName.trim(),
            phone: phone.trim(),
            message: message.trim(),
          });
        },
      ),
      30,
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
        25,
      );
      // Some of these paths render share images.
    },
    60_000 * times,
  );

  it('never fails for a tRPC query', async () => {
    const names = [
      'services.get',
      'services.byCategory',
      'services.related',
      'portfolio.get',
      'blog.page',
      'legal.text',
      'services.list',
    ];
    await run(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.oneof(
          fc.record({ slug: anyValue, category: fc.oneof(anyValue, fc.constant('website')) }),
          fc.jsonValue({ stringUnit: 'binary' }),
        ),
        async (name, input) => {
          const json = encodeURIComponent(JSON.stringify(input));
          await expectNoFault(await app.fetch(`/api/trpc/${name}?input=${json}`));
        },
      ),
      40,
    );
  });

  it('never fails for a page', async () => {
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
      8,
    );
  });
});
