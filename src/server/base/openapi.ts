import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';

/** The REST paths as OpenAPI 3.1, read off the same procedures that serve them. */
export function createOpenApiDocument(
  appRouter: OpenApiRouter,
  options: { publicUrl: string; title: string },
) {
  return generateOpenApiDocument(appRouter, {
    openApiVersion: '3.1.0',
    title: options.title,
    description:
      'Every path answers JSON. A refusal is `{ message, code, issues? }`, with a message fit to show to a person. Dates are ISO 8601 in UTC, money is a decimal string with two places.',
    version: '1.0.0',
    baseUrl: `${options.publicUrl}/api`,
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in' },
    },
  });
}
