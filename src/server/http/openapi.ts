import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';

import { importedStatementSchema } from '~/contract/bank/bank-schema';
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
  Object.assign(document.paths ?? {}, withFiles(document.paths ?? {}));
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

const uploadedFile = {
  type: 'object' as const,
  properties: {
    id: { type: 'integer' as const },
    name: { type: 'string' as const },
    size: { type: 'integer' as const },
    type: { type: 'string' as const, description: 'By what the content is, such as image/png' },
  },
  required: ['id', 'name', 'size', 'type'],
};

const { $schema: _, ...importedStatement } = z.toJSONSchema(importedStatementSchema);

const session = [{ session: [] }];
const binary = { schema: { type: 'string' as const, format: 'binary' } };
const errorAnswers = (statuses: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [status, { description }]),
  );

/** The paths whose bodies are files, which no procedure serves. */
function withFiles(paths: object): object {
  const tags = ['Client area'];
  return {
    ...paths,
    '/files': {
      post: {
        operationId: 'files-upload',
        tags,
        summary: 'Upload a file for a message',
        description:
          'Up to 20 MiB, told by its content. With a Tus-Resumable header it is a resumable upload by tus 1.0 instead, at /files/{id}. A file that goes into no message is deleted after a day.',
        security: session,
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object' as const,
                properties: { file: binary.schema },
                required: ['file'],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The file',
            content: { 'application/json': { schema: uploadedFile } },
          },
          ...errorAnswers({
            400: 'No file, or one that cannot be taken',
            401: 'Not signed in',
            413: 'Larger than the limit, or than the quota',
            415: 'A kind of file that is not taken',
            429: 'Too many uploads',
          }),
        },
      },
    },
    '/admin/bank-statements': {
      ...(paths as Record<string, object>)['/admin/bank-statements'],
      post: {
        operationId: 'admin-bank-import',
        tags: ['Admin'],
        summary: 'Import a bank statement',
        description:
          'CAMT.053 (version 2 to 13), MT940 or CSV, up to 10 MB. What an earlier statement held is not stored again. The columns of a CSV file are sent once as `mapping`, a JSON object, and kept for its account; without them the answer is 400 with an issue at `mapping`.',
        security: session,
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object' as const,
                properties: {
                  file: binary.schema,
                  mapping: { type: 'string' as const, description: 'JSON; of a CSV file' },
                },
                required: ['file'],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'What became of it',
            content: { 'application/json': { schema: importedStatement } },
          },
          ...errorAnswers({
            400: 'A file that cannot be read: the message says why and where',
            401: 'Not signed in',
            403: 'An admin who may not change invoices',
            413: 'Larger than the limit',
            415: 'No multipart/form-data',
            429: 'Too many uploads',
          }),
        },
      },
    },
    '/account/exports/{id}': {
      get: {
        operationId: 'personalData-download',
        tags: ['Account'],
        summary: 'Download the ZIP file of your data',
        description: 'For 7 days, with a Range header a part of it.',
        security: session,
        parameters: [
          { name: 'id', in: 'path' as const, required: true, schema: { type: 'integer' as const } },
        ],
        responses: {
          200: { description: 'The ZIP file', content: { 'application/zip': binary } },
          206: { description: 'A part of it', content: { 'application/zip': binary } },
          ...errorAnswers({ 401: 'Not signed in', 404: 'Missing, expired, or not yours' }),
        },
      },
    },
    '/files/{id}': {
      get: {
        operationId: 'files-download',
        tags,
        summary: 'Download a file of a thread that you may read',
        description: 'As an attachment; with a Range header a part of it.',
        security: session,
        parameters: [
          { name: 'id', in: 'path' as const, required: true, schema: { type: 'integer' as const } },
        ],
        responses: {
          200: { description: 'The content', content: { 'application/octet-stream': binary } },
          206: { description: 'A part of it', content: { 'application/octet-stream': binary } },
          ...errorAnswers({
            401: 'Not signed in',
            404: 'Missing, or not yours',
            416: 'No such part',
          }),
        },
      },
    },
  };
}
