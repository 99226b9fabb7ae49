import { z } from 'zod';

import { importedStatementSchema } from '~/contract/bank/bank-schema';
import type { Permission } from '~/contract/identity/permissions';
import { importResultSchema } from '~/contract/imports/imports-schema';

/** A route of the app. */
export interface AppRoute {
  method: string;
  /** Path with Hono's parameters, such as `/api/files/:id`. */
  path: string;
}

interface Described {
  tag: string;
  summary: string;
  description?: string;
  /** Marks an operation that requires a signed-in user. */
  isSignedIn?: true;
  /** Marks an operation that requires an admin with a permission. */
  permission?: Permission;
  /** Media type and schema of the body. */
  body?: [type: string, schema: object];
  query?: Record<string, string>;
  /** Media type and schema of the response; omitted for a redirect. */
  answer?: [type: string, schema: object];
  /** Statuses other than 200, with descriptions. */
  statuses: Record<number, string>;
}

const text = (description: string) => ({ type: 'string' as const, description });
const binary = { type: 'string' as const, format: 'binary' };
const json = 'application/json';

const form = (fields: Record<string, object>): [string, object] => [
  'multipart/form-data',
  {
    type: 'object' as const,
    properties: { file: binary, ...fields },
    required: ['file'],
    additionalProperties: false,
  },
];

const file = (id: object) => ({
  type: 'object' as const,
  properties: {
    id,
    name: { type: 'string' as const },
    size: { type: 'integer' as const },
    type: text('By what the content is, such as image/png'),
  },
  required: ['id', 'name', 'size', 'type'],
});

const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
};
const anyObject = { type: 'object' as const, additionalProperties: true };

const signedOut = { 401: 'Not signed in' };
const forAdmins = { 401: 'Not signed in', 403: 'Your role may not do this' };
const unknownLink = { 404: 'An unknown or revoked link', 429: 'Too many requests' };
const refusedFile = {
  400: 'No file, or one that cannot be read',
  413: 'Larger than the limit',
  415: 'A kind of file that is not taken',
  429: 'Too many uploads',
};

/** Describes a document at its three paths: for its client, by its private link, and in the panel. */
function documents(
  noun: 'invoices' | 'proposals',
  end: string,
  of: { summary: string; type: string; query?: Record<string, string> },
): Record<string, Described> {
  const shared = {
    answer: [of.type, binary] as [string, object],
    ...(of.query && { query: of.query }),
  };
  return {
    [`GET /${noun}/{id}${end}`]: {
      ...shared,
      tag: 'Client area',
      summary: of.summary,
      isSignedIn: true,
      statuses: { ...signedOut, 404: 'Missing, or not yours' },
    },
    [`GET /${noun}/by-link/{token}${end}`]: {
      ...shared,
      tag: 'Private links',
      summary: `${of.summary}, by private link`,
      statuses: unknownLink,
    },
    [`GET /admin/${noun}/{id}${end}`]: {
      ...shared,
      tag: 'Admin',
      summary: `${of.summary}, for admins`,
      permission: `${noun}.read`,
      statuses: { ...forAdmins, 404: 'Missing' },
    },
  };
}

const xml = {
  type: 'application/xml',
  query: { syntax: 'cii (the default) or ubl' },
};

const fileByLink = (noun: string): Described => ({
  tag: 'Private links',
  summary: `Download a file of the conversation about a ${noun}, by private link`,
  answer: ['application/octet-stream', binary],
  statuses: unknownLink,
});

/** Returns the security requirement of a panel operation: a session or an API key with the permission. */
export const adminSecurity = (permission: Permission) => ({
  security: [{ session: [] }, { apiKey: [] }],
  'x-permission': permission,
});

/** Routes that have no procedure, by method and path. */
const described: Record<string, Described> = {
  'POST /files': {
    tag: 'Client area',
    summary: 'Upload a file for a message',
    description:
      'Up to 20 MiB; the type is detected from the content. With a Tus-Resumable header it is a resumable upload by tus 1.0 instead, at /files/{id}. A file that is not used in a message is deleted after a day.',
    isSignedIn: true,
    body: form({}),
    answer: [json, file({ type: 'integer' })],
    statuses: { ...signedOut, ...refusedFile },
  },
  'GET /files/{id}': {
    tag: 'Client area',
    summary: 'Download a file of a thread that you may read',
    description: 'As an attachment; with a Range header, a part of it.',
    isSignedIn: true,
    answer: ['application/octet-stream', binary],
    statuses: { ...signedOut, 404: 'Missing, or not yours', 416: 'No such part' },
  },
  'PATCH /files/{id}': {
    tag: 'Client area',
    summary: 'Continue a resumable upload (tus 1.0)',
    isSignedIn: true,
    body: ['application/offset+octet-stream', binary],
    statuses: { 204: 'Received', ...signedOut, 404: 'Missing', 409: 'Another offset' },
  },
  'DELETE /files/{id}': {
    tag: 'Client area',
    summary: 'Delete an upload that is not used in a message',
    isSignedIn: true,
    statuses: { 204: 'Deleted', ...signedOut, 404: 'Missing, or not yours' },
  },
  'POST /files/of-forms/{id}': {
    tag: 'Forms',
    summary: 'Upload a file for the answers to a form',
    body: form({}),
    answer: [json, file({ type: 'string' })],
    statuses: { 404: 'No such form', ...refusedFile },
  },
  'GET /quotes/by-link/{token}/files/{id}': fileByLink('quote'),
  'GET /messages/by-link/{token}/files/{id}': fileByLink('message'),
  'GET /proposals/by-link/{token}/files/{id}': fileByLink('proposal'),
  ...documents('proposals', '/pdf', {
    summary: 'A proposal as PDF',
    type: 'application/pdf',
  }),
  ...documents('invoices', '/pdf', { summary: 'An invoice as PDF', type: 'application/pdf' }),
  ...documents('invoices', '/xml', { summary: 'An invoice as EN 16931 XML', ...xml }),
  ...documents('invoices', '/credit-notes/{noteId}/pdf', {
    summary: 'A credit note as PDF',
    type: 'application/pdf',
  }),
  ...documents('invoices', '/credit-notes/{noteId}/xml', {
    summary: 'A credit note as EN 16931 XML',
    ...xml,
  }),
  'GET /account/exports/{id}': {
    tag: 'Account',
    summary: 'Download the ZIP file of your data',
    description: 'Available for 7 days; with a Range header, a part of it.',
    isSignedIn: true,
    answer: ['application/zip', binary],
    statuses: { ...signedOut, 404: 'Missing, expired, or not yours' },
  },
  'GET /admin/clients/{clientId}/exports/{id}': {
    tag: 'Admin',
    summary: 'Download the ZIP file of a client’s data',
    permission: 'clients.write',
    answer: ['application/zip', binary],
    statuses: { ...forAdmins, 404: 'Missing or expired' },
  },
  'GET /admin/accounting/export': {
    tag: 'Admin',
    summary: 'Download the accounting export of a period',
    permission: 'payments.read',
    query: { from: 'First day, YYYY-MM-DD', to: 'Last day, YYYY-MM-DD' },
    answer: ['application/zip', binary],
    statuses: { 400: 'A span that is not valid', ...forAdmins },
  },
  'GET /admin/export/{file}': {
    tag: 'Admin',
    summary: 'Download a list of the panel as CSV, such as quotes.csv',
    description:
      'Accepts the filters of the list as query parameters, and requires the permission to read that list.',
    permission: 'panel.open',
    answer: ['text/csv', { type: 'string' }],
    statuses: { 400: 'A filter that is not valid', ...forAdmins, 404: 'No such list' },
  },
  'POST /admin/bank-statements': {
    tag: 'Admin',
    summary: 'Import a bank statement',
    description:
      'CAMT.053 (version 2 to 13), MT940 or CSV, up to 10 MB. Entries of an earlier statement are not stored again. The columns of a CSV file are sent once as `mapping`, a JSON object, and stored for its account; without them the response is 400 with an issue at `mapping`.',
    permission: 'invoices.write',
    body: form({ mapping: text('JSON; of a CSV file') }),
    answer: [json, jsonSchemaOf(importedStatementSchema)],
    statuses: { ...forAdmins, ...refusedFile },
  },
  'POST /admin/bank-statements/preview': {
    tag: 'Admin',
    summary: 'Read the columns of a CSV bank statement',
    permission: 'invoices.write',
    body: form({
      mapping: text('JSON; of a CSV file'),
      encoding: text('One of `encodings`, to guess the columns in'),
    }),
    answer: [json, anyObject],
    statuses: { ...forAdmins, ...refusedFile },
  },
  'POST /admin/import': {
    tag: 'Admin',
    summary: 'Preview or apply an import of content',
    permission: 'content.write',
    query: {
      kind: 'What the file holds',
      apply: 'true to store it; without it, a preview',
      encoding: 'One of `encodings`; required to store a file whose encoding is unclear',
      category: 'Category for posts of `categories`, which otherwise become drafts',
    },
    body: ['application/octet-stream', binary],
    answer: [json, jsonSchemaOf(importResultSchema)],
    statuses: { ...forAdmins, ...refusedFile },
  },
  'POST /admin/media': {
    tag: 'Admin',
    summary: 'Upload a picture',
    permission: 'content.write',
    body: ['image/*', binary],
    answer: [json, { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] }],
    statuses: { ...forAdmins, ...refusedFile },
  },
  'POST /admin/preview': {
    tag: 'Admin',
    summary: 'Render a page of the site with an unsaved change',
    permission: 'content.read',
    body: [json, { type: 'object', properties: { path: { type: 'string' } } }],
    answer: ['text/html', { type: 'string' }],
    statuses: { 400: 'A change that is not valid', ...forAdmins, 404: 'No such page' },
  },
  'GET /login': {
    tag: 'Sign-in',
    summary: 'Redirect to the sign-in page',
    query: { next: 'Path to go to afterwards' },
    statuses: { 302: 'To the page' },
  },
  'GET /logout': {
    tag: 'Sign-in',
    summary: 'End the session',
    statuses: { 302: 'To the home page' },
  },
  'GET /login/{provider}': {
    tag: 'Sign-in',
    summary: 'Sign in with Google, GitHub or an OpenID provider',
    query: { next: 'Path to go to afterwards' },
    statuses: { 302: 'To the provider', 404: 'Not set up' },
  },
  'GET /login/{provider}/callback': {
    tag: 'Sign-in',
    summary: 'Callback of the provider',
    statuses: { 302: 'To the page where one was going', 404: 'Not set up' },
  },
  'GET /unsubscribe/{token}': {
    tag: 'Private links',
    summary: 'Page to unsubscribe from a kind of email',
    answer: ['text/html', { type: 'string' }],
    statuses: { 404: 'An unknown link' },
  },
  'POST /unsubscribe/{token}': {
    tag: 'Private links',
    summary: 'Unsubscribe from a kind of email with one click (RFC 8058)',
    answer: ['text/html', { type: 'string' }],
    statuses: { 404: 'An unknown link' },
  },
  'POST /views': {
    tag: 'Site',
    summary: 'Count a view of a page',
    body: ['text/plain', { type: 'string', description: 'Path of the page' }],
    statuses: { 204: 'Counted', 400: 'Not a path of this site' },
  },
  'POST /webhooks/stripe': {
    tag: 'Webhooks',
    summary: 'Stripe’s signed events',
    body: [json, anyObject],
    answer: [json, anyObject],
    statuses: { 400: 'A bad signature' },
  },
  'POST /webhooks/mail': {
    tag: 'Webhooks',
    summary: 'An incoming email',
    body: ['message/rfc822', binary],
    statuses: {
      202: 'Received',
      401: 'A wrong token',
      404: 'Not switched on',
      413: 'Larger than the limit',
    },
  },
};

/**
 * Paths below /api that are not part of the API: tRPC, the documentation itself, and the payments sandbox of demo mode.
 */
const internal = /^\/(trpc|openapi\.json|docs|sandbox)(\/|$)/;

/**
 * Describes the routes of the app that have no procedure.
 *
 * @param known paths of procedures
 * @throws Error for a route without a description, so that no description is forgotten
 */
export function describeRoutes(
  routes: readonly AppRoute[],
  known: Record<string, Record<string, object>>,
): { path: string; method: string; operation: object }[] {
  const found = new Map<string, { path: string; method: string; operation: object }>();
  for (const route of routes) {
    const path = openApiPath(route.path);
    const method = route.method.toLowerCase();
    // Middleware matches all methods, and tus clients read the server's capabilities with OPTIONS.
    if (path === undefined || method === 'all' || method === 'options' || internal.test(path))
      continue;
    if (known[path]?.[method]) continue;
    const name = `${route.method} ${path}`;
    const one = described[name];
    if (!one) throw new Error(`${name} is not described in openapi-routes.ts`);
    found.set(name, { path, method, operation: operationOf(path, method, one) });
  }
  return [...found.values()];
}

/** Converts a route to an OpenAPI path such as /files/{id}; undefined outside of /api. */
const openApiPath = (path: string): string | undefined =>
  path.startsWith('/api/')
    ? path.slice('/api'.length).replaceAll(/:(\w+)(\{.*?\})?(?=\/|$)/g, '{$1}')
    : undefined;

function operationOf(path: string, method: string, one: Described): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name.endsWith('d') ? 'integer' : 'string' },
  }));
  const inQuery = Object.entries(one.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const answer = one.answer && {
    200: { description: 'Success', content: { [one.answer[0]]: { schema: one.answer[1] } } },
  };
  const statuses = Object.entries(one.statuses).map(([status, description]) => [
    status,
    { description },
  ]);
  return {
    operationId: `${method}${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`,
    tags: [one.tag],
    summary: one.summary,
    ...(one.description && { description: one.description }),
    ...(one.isSignedIn && { security: [{ session: [] }] }),
    ...(one.permission && adminSecurity(one.permission)),
    parameters: [...inPath, ...inQuery],
    ...(one.body && {
      requestBody: { required: true, content: { [one.body[0]]: { schema: one.body[1] } } },
    }),
    responses: { ...answer, ...Object.fromEntries(statuses) },
  };
}
