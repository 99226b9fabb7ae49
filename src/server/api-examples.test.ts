import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';

import { beforeAll, expect, it } from 'vitest';

import { keyOf } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { documentOf } from '~/testing/html';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { startWebhookReceiver } from '~/testing/webhook-receiver';

const app = testApp();
let cookie: string;
let key: string;
const { openInvoice } = salesOf(() => app);

beforeAll(async () => {
  cookie = await signInAdmin(app);
  ({ key } = await keyOf(app, 'owner'));
});

const host = 'https://agency.example';

/** Returns the curl commands of docs/api.md. */
async function commands() {
  const docs = await readFile('docs/api.md', 'utf8');
  const found = docs.match(/^curl (?:[^\n]*\\\n)*[^\n]*(?:\n +[^\n]*)*/gm) ?? [];
  return found.map((command) => {
    const headers = [...command.matchAll(/-H (['"])([^:]+): (.*?)\1/g)].map(
      ([, , name = '', value = '']): [string, string] => [
        name,
        name === 'Cookie' ? cookie : value.replace('$KEY', key),
      ],
    );
    const body = /-d '([^']*)'/.exec(command)?.[1];
    return {
      path: /https:\/\/agency\.example([^\s'"]*)/.exec(command)?.[1] ?? '',
      init: { headers, ...(body !== undefined && { method: 'POST', body }) },
      /** Response that the document shows below the command. */
      answer: /\n# (\{.*\})/.exec(docs.slice(docs.indexOf(command)).split('```')[0] ?? '')?.[1],
    };
  });
}

it('the curl examples of docs/api.md work', async () => {
  const examples = await commands();
  expect(examples).toHaveLength(9);
  for (const { path, init, answer } of examples) {
    const response = await app.fetch(path, init);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(text).not.toContain('"isError":true');
    const fields = [...(answer ?? '').matchAll(/"(\w+)":/g)].map(([, name]) => name);
    if (answer)
      expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(fields));
    if (!path.startsWith('/api') && path !== '/mcp')
      expect(response.headers.get('content-type')).toContain('text/markdown');
  }
});

interface Node {
  name: string;
  type: string;
  parameters: {
    path?: string;
    method?: string;
    url?: string;
    headerParameters?: { parameters: { name: string; value: string }[] };
    jsonBody?: string;
  };
}

/** Calls the app like the second node of an n8n workflow does after the first one received a request. */
async function runWorkflow(file: string, received: { body: object }, headers: object = {}) {
  const { nodes, connections } = JSON.parse(await readFile(`docs/examples/${file}`, 'utf8')) as {
    nodes: [Node, Node];
    connections: object;
  };
  const [trigger, request] = nodes;
  expect(trigger.type).toBe('n8n-nodes-base.webhook');
  expect(connections).toEqual({
    [trigger.name]: { main: [[{ node: request.name, type: 'main', index: 0 }]] },
  });
  const evaluate = (value = '') =>
    value.startsWith('=')
      ? value
          .slice(1)
          .replace(/\{\{(.*?)\}\}/gs, (_, code: string) =>
            String(runInNewContext(code, { $json: received, $execution: { id: '7' } })),
          )
      : value;
  const { method = 'GET', url, jsonBody, headerParameters } = request.parameters;
  const sent = (headerParameters?.parameters ?? []).map(({ name, value }) => [
    name,
    evaluate(value),
  ]);
  const response = await app.fetch(evaluate(url).replace(host, ''), {
    method,
    headers: { 'Content-Type': 'application/json', ...Object.fromEntries(sent), ...headers },
    ...(jsonBody !== undefined && { body: evaluate(jsonBody) }),
  });
  return { path: trigger.parameters.path, status: response.status, body: await response.json() };
}

it('the n8n example submits the form of a static site', async () => {
  const document = documentOf(await readFile('docs/examples/quote-form.html', 'utf8'));
  const form = document.querySelector('form');
  const fields = [...(form?.querySelectorAll('input, textarea, select') ?? [])].map((field) => {
    const name = field.getAttribute('name') ?? '';
    const typed = { name: 'Ada', email: 'ada@example.com', projectDetails: 'A calculating engine' };
    return [
      name,
      { phone: '+44 20 7946 0958', ...typed }[name] ?? field.querySelector('option')?.value,
    ];
  });
  const result = await runWorkflow('n8n-quote-form.json', { body: Object.fromEntries(fields) });
  expect(result).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
  expect(form?.getAttribute('action')).toBe(`https://n8n.example/webhook/${result.path}`);

  // Without an API key, the same request from a browser is rejected.
  const direct = await app.fetch('/api/quotes', {
    method: 'POST',
    headers: {
      Origin: 'https://static.example',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields as [string, string][]).toString(),
  });
  expect(direct.status).toBe(403);
});

it('the n8n example reads the invoice of an event', async () => {
  const receiver = await startWebhookReceiver();
  const ask = askerOf(app, cookie);
  const webhook = { url: `${receiver.url}/invoice-paid`, events: ['invoice.issued'] };
  await ask('POST', '/api/admin/webhooks', webhook);
  const { number } = await openInvoice();
  await app.services.admin.webhooks.flush();
  const [body = {}] = receiver.bodiesAt('/invoice-paid');
  await receiver.close();
  const result = await runWorkflow(
    'n8n-invoice-paid.json',
    { body },
    { Authorization: `Bearer ${key}` },
  );
  expect(result).toMatchObject({ path: 'invoice-paid', status: 200, body: { number } });
});
