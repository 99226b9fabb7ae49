import { type AppErrorCode, errorStatus } from '~/contract/common/errors';
import type { Meta } from '~/server/platform/trpc/trpc';
import type { TestApp } from './app';
import { appRouter } from './callers';

export interface Procedure extends Meta {
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  /** First input schema of the procedure. */
  input: Schema | undefined;
  takesInput: boolean;
}

interface Schema {
  safeParse(value: unknown): { success: boolean };
}

/** Every procedure of the product with its metadata. */
export const procedures: Procedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: Procedure['type']; meta?: Meta; inputs: Schema[] } }
  >,
).map(([name, { _def }]) => ({
  name,
  type: _def.type,
  input: _def.inputs[0],
  takesInput: _def.inputs.some((one) => !one.safeParse(undefined).success),
  ...(_def.meta as Meta),
}));

export function procedureNamed(name: string): Procedure {
  const procedure = procedures.find((one) => one.name === name);
  if (!procedure) throw new Error(`there is no procedure ${name}`);
  return procedure;
}

type Input = Record<string, unknown>;
/** Cookie of a session, or an API key. */
type Credential = string | { key: string };
type Call = (app: TestApp, procedure: Procedure, as?: Credential, input?: Input) => Promise<Result>;
type Result = [status: number, text: string];

const headersOf = (as: Credential | undefined, body = ''): Record<string, string> => ({
  ...(body && { 'Content-Type': 'application/json' }),
  ...(typeof as === 'string' && { Cookie: as }),
  ...(typeof as === 'object' && { Authorization: `Bearer ${as.key}` }),
});

async function resultOf(response: Response): Promise<Result> {
  return [response.status, await response.text()];
}

/** Sends mutations as a batch, like the browser: a single call without an input has no body that tRPC accepts. */
export const callTrpc: Call = async (app, { name, type, takesInput }, cookie, input = {}) => {
  const given = takesInput || Object.keys(Object(input)).length > 0;
  if (type === 'mutation') {
    const body = JSON.stringify(given ? { 0: input } : {});
    const headers = headersOf(cookie, body);
    return resultOf(
      await app.fetch(`/api/trpc/${name}?batch=1`, { method: 'POST', headers, body }),
    );
  }
  const query = given ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  return resultOf(
    await app.fetch(`/api/trpc/${name}${query}`, { headers: headersOf(cookie, query) }),
  );
};

/** Random objects can have a `toString` that is not a function. */
const inPath = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

export const callRest: Call = async (app, { name, openapi }, cookie, input = {}) => {
  if (!openapi) throw new Error(`${name} has no REST path`);
  const path = openapi.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(inPath(Object(input)[key] ?? 999_999).toWellFormed()),
  );
  return resultOf(
    await app.fetch(`/api${path}`, {
      method: openapi.method,
      headers: headersOf(cookie, 'json'),
      ...(openapi.method !== 'GET' && { body: JSON.stringify(input) }),
    }),
  );
};

/** Calls a tool over the Model Context Protocol. @returns the status that the same REST call would have, and the result */
export const callMcp: Call = async (app, { name }, as, input = {}) => {
  const params = { name: name.replaceAll('.', '-'), arguments: input };
  const response = await app.fetch('/mcp', {
    method: 'POST',
    headers: { ...headersOf(as, 'json'), Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const [status, text] = await resultOf(response);
  if (status !== 200) return [status, text];
  const { result } = JSON.parse(text) as {
    result?: { isError?: boolean; structuredContent?: { error?: { code: AppErrorCode } } };
  };
  if (!result) return [404, text];
  const { error } = result.structuredContent ?? {};
  return [result.isError && error ? errorStatus[error.code] : 200, JSON.stringify(result)];
};

/** Returns the ways to call a procedure: over tRPC and, if it has a path, over REST. */
export const waysTo = ({ openapi }: Procedure): Call[] => [
  callTrpc,
  ...(openapi ? [callRest] : []),
];
