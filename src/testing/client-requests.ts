import type { RequestDetail, ServiceRequest } from '~/contract/requests/requests-schema';
import type { TestApp } from '~/testing/app';
import { addClient } from '~/testing/sign-in';

interface Mail {
  kind: string;
  to: string;
  subject: string;
  text: string;
}

/** Fields of a valid request. */
export const requestFields = {
  title: 'A calculating engine',
  description: 'With a page that explains it',
};

/** A signed-up client, who calls the product as the screens do. */
export interface TestClient {
  id: string;
  email: string;
  /** Headers that each call sends. */
  headers: Record<string, string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Calls a query or a mutation. @returns the data of the response, or the status of the error */
  query<T>(procedure: string, input?: unknown): Promise<T>;
  mutate<T>(procedure: string, input?: unknown): Promise<T>;
}

/** Adds a client with a session on a separate network. Requires that the app runs with TRUST_PROXY=1. */
export async function signUpClient(app: TestApp): Promise<TestClient> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, cookie } = await addClient(app, email, 'Ada', 'Byron');
  const headers = { 'X-Forwarded-For': crypto.randomUUID(), Cookie: cookie };
  const dataOf = async (answer: Response) => {
    const [{ result }] = [await answer.json()].flat() as [{ result?: { data: unknown } }];
    return (result ? result.data : answer.status) as never;
  };
  return {
    id,
    email,
    headers,
    post: (path, body, extra) => app.postJson(path, body, { ...headers, ...extra }),
    get: (path) => app.fetch(path, { headers }),
    query: async (procedure, input) => {
      const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      return dataOf(await app.fetch(`/api/trpc/${procedure}${query}`, { headers }));
    },
    mutate: async (procedure, input) =>
      dataOf(
        await (input === undefined
          ? // Sends a batch, in which a call may have no input.
            app.postJson(`/api/trpc/${procedure}?batch=1`, {}, headers)
          : app.postJson(`/api/trpc/${procedure}`, input, headers)),
      ),
  };
}

/** Signs a client in with the code of demo mode. @returns the headers of their calls */
export async function signInClient(app: TestApp, email: string): Promise<Record<string, string>> {
  const from = { 'X-Forwarded-For': crypto.randomUUID() };
  await app.postJson('/api/auth/send-otp', { email }, from);
  const response = await app.postJson('/api/auth/verify-otp', { email, otp: '123456' }, from);
  const [cookie = ''] = response.headers.getSetCookie();
  return { ...from, Cookie: cookie.split(';')[0] ?? '' };
}

export const createRequest = (client: TestClient, changes: object = {}): Promise<ServiceRequest> =>
  client.mutate('requests.create', { ...requestFields, ...changes });

export const readRequest = (client: TestClient, { id }: { id: number }): Promise<RequestDetail> =>
  client.query('requests.get', { id });

/** Returns the emails about a request, oldest first. */
export const mailsAboutRequest = async (app: TestApp, id: number): Promise<Mail[]> =>
  await app.sql<
    Mail[]
  >`select kind, "to", subject, text from mails where about = ${`request:${id}`} order by id`;
