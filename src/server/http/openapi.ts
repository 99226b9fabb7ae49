import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';

import { errorStatus } from '~/contract/common/errors';
import { submissionKeyMax } from '~/contract/common/limits';
import { createCookies } from './cookies';
import { type AppRoute, adminSecurity, describeRoutes } from './openapi-routes';
import { namedSchemas } from './openapi-schemas';
import { proceduresOf, type RestRouter } from './rest';
import { sessionCookie } from './visit';

const errorSchema = {
  type: 'object' as const,
  properties: {
    message: { type: 'string' as const, description: 'Message for users' },
    code: { type: 'string' as const, enum: Object.keys(errorStatus) },
    issues: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        properties: {
          path: { type: 'string' as const },
          message: { type: 'string' as const },
          suggestion: {
            type: 'string' as const,
            description: 'A value that would be accepted instead, if there is one',
          },
        },
        required: ['path', 'message'],
      },
    },
    requestId: {
      type: 'string' as const,
      description: "Identifies the request in the server's log, for internal errors",
    },
  },
  required: ['message', 'code'],
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

interface Operation {
  operationId: string;
  parameters?: { name: string }[];
  requestBody?: {
    required?: boolean;
    content: Record<
      string,
      { schema: { additionalProperties?: boolean; properties?: object; required?: string[] } }
    >;
  };
  responses: Record<string, object>;
  security?: object[];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Runs the request once: a repeat with the same key returns the same response',
  schema: { type: 'string', minLength: 1, maxLength: submissionKeyMax },
};

const nextPage = {
  Link: {
    description: 'Address of the next page, with `rel="next"`; absent on the last page',
    schema: { type: 'string' },
  },
};

/** Describes the REST paths as OpenAPI 3.1, based on their procedures and on the app's other routes. */
export function createOpenApiDocument(
  appRouter: OpenApiRouter,
  options: { publicUrl: string; title: string; routes: readonly AppRoute[] },
) {
  const cookies = createCookies({ https: options.publicUrl.startsWith('https:') });
  const document = generateOpenApiDocument(appRouter, {
    openApiVersion: '3.1.0',
    title: options.title,
    description:
      'Every path responds with JSON. An error is `{ message, code, issues? }`, with a message for users. Dates are ISO 8601 in UTC, money is a decimal string with two places. Unknown fields and query parameters are rejected with 400, except by the forms of the site. Every POST below `/api/admin` accepts an `Idempotency-Key` header: for 24 hours the same request with the same key runs once and returns the same response, and another request with it is rejected with 422. Paths below `/api/admin` accept an API key instead of a session: `Authorization: Bearer KEY`, 600 requests a minute, counted in the `RateLimit` header. Lists link to their next page in `Link`.',
    version: '1.0.0',
    defs: namedSchemas,
    baseUrl: `${options.publicUrl}/api`,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookies.nameOf(sessionCookie),
        description: 'Set by signing in',
      },
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key, created in the panel under Settings, Integrations. Each operation names the required permission as `x-permission`.',
      },
    },
  });
  const paths = document.paths as Record<string, Record<string, object>>;
  for (const { path, method, operation } of describeRoutes(options.routes, paths)) {
    paths[path] = { ...paths[path], [method]: operation };
  }
  const metas = new Map(
    proceduresOf(appRouter as RestRouter).map(([name, { meta }]) => [
      name.replaceAll('.', '-'),
      meta,
    ]),
  );
  // Replaces the generator's error schema, because all errors of this API have the same format.
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      isPost: method === 'post',
      isOfPanel: path.startsWith('/admin/'),
      operation: operation as Operation,
    })),
  );
  for (const { isPost, isOfPanel, operation } of operations) {
    const { responses, requestBody, parameters = [] } = operation;
    const meta = metas.get(operation.operationId);
    if (meta?.permission) Object.assign(operation, adminSecurity(meta.permission));
    else if (meta?.isSignedIn) operation.security = [{ session: [] }];
    // The generator drops `additionalProperties` of schemas with custom checks.
    const body = requestBody?.content['application/json'];
    if (body && !meta?.ignoresUnknownFields) body.schema.additionalProperties = false;
    const { properties = {}, required = [] } = body?.schema ?? {};
    // The generator marks each body as required, even if all of its fields are optional.
    if (requestBody && body) requestBody.required = required.length > 0;
    const takesKey = isPost && (isOfPanel ? meta?.permission : 'key' in properties);
    if (takesKey) operation.parameters = [...parameters, idempotencyKey];
    if (parameters.some(({ name }) => name === 'page')) {
      responses[200] = { ...responses[200], headers: nextPage };
    }
    // Without an explicit value, client generators apply the document's default security.
    operation.security ??= [];
    if (!Object.keys(responses).some((status) => status.startsWith('4'))) {
      responses['4XX'] = { description: 'The request is invalid, or is repeated too often' };
    }
    for (const [status, response] of Object.entries(responses)) {
      if (!status.startsWith('2')) responses[status] = { ...response, content: errorContent };
    }
    responses.default = {
      description:
        'Any other error: a body that is too large or not JSON, too many requests, an internal error',
      content: errorContent,
    };
  }
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  const named = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => name in namedSchemas,
  );
  document.components = {
    ...document.components,
    schemas: { ...Object.fromEntries(named), Error: errorSchema },
  };
  return document;
}
