import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';

import { errorStatus } from '~/contract/common/errors';

const errorSchema = {
  type: 'object' as const,
  properties: {
    message: { type: 'string' as const, description: 'Fit to show to a user' },
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
  responses: Record<string, object>;
  security?: object[];
}

/** The REST paths as OpenAPI 3.1, derived from the procedures that serve them. */
export function createOpenApiDocument(
  appRouter: OpenApiRouter,
  options: { publicUrl: string; title: string },
) {
  const document = generateOpenApiDocument(appRouter, {
    openApiVersion: '3.1.0',
    title: options.title,
    description:
      'Every path answers JSON. An error is `{ message, code, issues? }`, with a message fit to show to a user. Dates are ISO 8601 in UTC, money is a decimal string with two places.',
    version: '1.0.0',
    baseUrl: `${options.publicUrl}/api`,
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in' },
    },
  });
  // Replaces the generator's error schema: all errors of this API have one shape.
  const operations = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}),
  );
  for (const operation of operations as Operation[]) {
    const { responses } = operation;
    // Without it, client generators apply the document's own security.
    operation.security ??= [];
    if (!Object.keys(responses).some((status) => status.startsWith('4'))) {
      responses['4XX'] = { description: 'The request cannot be understood, or comes too often' };
    }
    for (const [status, response] of Object.entries(responses)) {
      if (!status.startsWith('2')) responses[status] = { ...response, content: errorContent };
    }
    responses.default = {
      description:
        'Any other error: a body that is too large or no JSON, too many requests, an internal error',
      content: errorContent,
    };
  }
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  document.components = { ...document.components, schemas: { Error: errorSchema } };
  return document;
}
