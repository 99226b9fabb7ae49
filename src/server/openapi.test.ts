import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { publicUrl, testApp } from '~/testing/app';
import { procedures } from '~/testing/procedures';
import { signInAdmin } from '~/testing/sign-in';

interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: {
    content: Record<
      string,
      { schema: { required?: string[]; properties?: object; additionalProperties?: boolean } }
    >;
  };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
  security?: object[];
  'x-permission'?: string;
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { name: string }>;
    schemas: Record<string, { properties: Record<string, { items?: { required: string[] } }> }>;
  };
}

const app = testApp();
let document: Document;

beforeAll(async () => {
  document = (await (await app.fetch('/api/openapi.json')).json()) as Document;
});

const routes = procedures.flatMap(({ openapi, isSignedIn, permission }) =>
  openapi
    ? [
        {
          method: openapi.method.toLowerCase(),
          path: openapi.path,
          isSignedIn,
          permission,
        },
      ]
    : [],
);

describe('the OpenAPI document', () => {
  it('is a 3.1 document of this site, cached by its ETag until the next version', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: `${publicUrl}/api` }]);
    const first = await app.fetch('/api/openapi.json');
    expect(first.headers.get('Content-Type')).toBe('application/json');
    const tag = first.headers.get('ETag') ?? '';
    const again = await app.fetch('/api/openapi.json', { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
  });

  it.each(routes)('describes input and output of $method $path', ({ method, path }) => {
    const operation = document.paths[path]?.[method];
    expect(operation?.summary).toMatch(/\S/);
    const success = operation?.responses['200']?.content?.['application/json']?.schema;
    expect(Object.keys(success ?? {}).length).toBeGreaterThan(0);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation?.parameters?.filter((one) => one.in === 'path') ?? [];
    expect(inPath.map(({ name }) => name)).toEqual(named);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  it('requires a session or a key only where the procedure does, and names the permission', () => {
    for (const { method, path, isSignedIn, permission } of routes) {
      const operation = document.paths[path]?.[method];
      const session = isSignedIn || permission ? [{ session: [] }] : [];
      const key = permission ? [{ apiKey: [] }] : [];
      expect(operation?.security, `${method} ${path}`).toEqual([...session, ...key]);
      expect(operation?.['x-permission'], `${method} ${path}`).toBe(permission);
    }
  });

  it('names the permission of every path of the panel that accepts a session', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      if (!path.startsWith('/admin/')) continue;
      for (const operation of Object.values(methods)) {
        if (operation.security?.length)
          expect(operation['x-permission'], path).toMatch(/^\w+\.\w+$/);
      }
    }
  });

  it("refuses unknown fields except in the site's forms", () => {
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        return schema && schema.additionalProperties !== false ? `${method} ${path}` : [];
      }),
    );
    expect(open.sort()).toEqual([
      'post /auth/send-otp',
      'post /auth/signup',
      'post /auth/verify-otp',
      'post /contact',
      'post /quotes',
    ]);
  });

  it('passes the recommended rules of an OpenAPI linter', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      config: await loadConfig({ customExtends: ['recommended'] }),
    });
    // 'by-link' and 'of-forms' are not ids, because the router prefers fixed segments.
    const found = problems.filter(
      ({ ruleId, message }) =>
        ruleId !== 'no-ambiguous-paths' || !/\/(by-link|of-forms)\//.test(message),
    );
    expect(
      found.map(({ ruleId, severity, message, location }) =>
        [severity, ruleId, message, location[0]?.pointer].join(' '),
      ),
    ).toEqual([]);
  });

  it('describes error responses', async () => {
    const { Error: body } = document.components.schemas;
    const answer = (await (await app.postJson('/api/quotes', {})).json()) as { issues: object[] };
    expect(Object.keys(body?.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(answer)),
    );
    expect(body?.properties.issues?.items?.required).toEqual(Object.keys(answer.issues[0] ?? {}));
    for (const { responses } of Object.values(document.paths).flatMap(Object.values<Operation>)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        expect(content?.['application/json']?.schema).toEqual({
          $ref: '#/components/schemas/Error',
        });
      }
    }
  });

  it('names the cookie that signing in sets', async () => {
    const cookie = await signInAdmin(app);
    expect(cookie.split('=')[0]).toBe(document.components.securitySchemes.session?.name);
  });

  it('lists routes without a procedure', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(listed).toEqual(
      expect.arrayContaining([
        'get /invoices/{id}/pdf',
        'get /admin/invoices/{id}/credit-notes/{noteId}/xml',
        'get /proposals/by-link/{token}/pdf',
        'get /admin/export/{file}',
        'get /logout',
        'post /admin/import',
        'patch /files/{id}',
      ]),
    );
  });

  it('lists the required fields of a quote', () => {
    const schema =
      document.paths['/quotes']?.post?.requestBody?.content['application/json']?.schema;
    expect(schema?.required?.sort()).toEqual(
      ['name', 'email', 'projectDetails', 'budget', 'timeline'].sort(),
    );
    expect(Object.keys(schema?.properties ?? {})).toEqual(
      expect.arrayContaining(['company', 'serviceId', 'serviceName', 'key']),
    );
  });

  // roles.test.ts calls the other paths.
  const open = routes.filter((one) => one.method === 'get' && !one.isSignedIn && !one.permission);
  it.each(open)('serves the documented path $path', async ({ path }) => {
    const filled = path
      .replace('{category}', 'website')
      .replace(
        '{slug}',
        // The other content types can also be requested by id.
        path === '/pages/{slug}' ? 'sectors%2Fferries' : '1',
      )
      .replace('/forms/{id}', '/forms/1');
    const { status } = await app.fetch(`/api${filled}`);
    const isByLink = path.includes('{token}');
    // The demo has no custom form.
    const isMissing = isByLink || path === '/forms/{id}';
    expect(status).toBe(isMissing ? 404 : 200);
  });
});

describe('GET /api/docs', () => {
  it('lists every path without scripts', async () => {
    const response = await app.fetch('/api/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await response.text();
    for (const { method, path } of routes) {
      expect(html).toContain(`${method.toUpperCase()}</span> /api${path}</h2>`);
    }
    expect(html).not.toContain('<script');
    expect(html).not.toContain('undefined');
  });
});
