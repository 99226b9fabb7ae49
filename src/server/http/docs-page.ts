interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  maxLength?: number;
  minLength?: number;
  $ref?: string;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: Schema }> }
  >;
}

const json = 'application/json';

/** Renders openapi.json as a readable page without scripts. */
export function createDocsPage(document: {
  info: { title: string; description?: string };
  paths?: object;
}): string {
  const operations = Object.entries(
    (document.paths ?? {}) as Record<string, Record<string, Operation>>,
  )
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .map(renderOperation);
  const { title, description = '' } = document.info;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${inline(description)}</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a></p>
${operations.join('\n')}
</main>
</html>`;
}

function renderOperation(entry: { path: string; method: string; operation: Operation }): string {
  const { path, method, operation } = entry;
  const body = operation.requestBody?.content?.[json]?.schema;
  const parameters = (operation.parameters ?? []).map((one) =>
    row(one.name, one.schema ?? {}, one.required ?? false, one.in),
  );
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    row(name, schema, body?.required?.includes(name) ?? false, 'body'),
  );
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const schema = response.content?.[json]?.schema;
    const shape =
      schema && status.startsWith('2') ? ` <code>${escapeHtml(describe(schema))}</code>` : '';
    return `<li><b>${status}</b> ${escapeHtml(response.description ?? '')}${shape}</li>`;
  });
  return `<section>
<h2><span class="method">${method.toUpperCase()}</span> /api${escapeHtml(path)}</h2>
<p>${escapeHtml(operation.summary ?? '')}</p>
${operation.description ? `<p>${inline(operation.description)}</p>` : ''}
${parameters.length + fields.length > 0 ? `<table><tr><th>Field<th>Where<th>What</tr>${[...parameters, ...fields].join('')}</table>` : ''}
<ul>${responses.join('')}</ul>
</section>`;
}

function row(name: string, schema: Schema, required: boolean, place: string): string {
  const notes = [required ? 'required' : 'optional', describe(schema), schema.description];
  return `<tr><td><code>${escapeHtml(name)}</code><td>${place}<td>${escapeHtml(notes.filter(Boolean).join(', '))}</tr>`;
}

function describe(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(describe).join(' | ');
  if (schema.type === 'array') return `[${describe(schema.items ?? {})}]`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  const bounds = [
    schema.minLength ? `at least ${schema.minLength}` : '',
    schema.maxLength ? `at most ${schema.maxLength}` : '',
  ].filter(Boolean);
  return [schema.type ?? 'any', bounds.length > 0 ? `(${bounds.join(', ')} characters)` : '']
    .join(' ')
    .trim();
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const styles = `
:root { color-scheme: light dark }
body { margin: 0; background: light-dark(#fbf8f2, #111316); color: light-dark(#16181b, #f3eee4); font: 1rem/1.6 system-ui, sans-serif }
main { width: min(100% - 2.5rem, 56rem); margin: 3rem auto }
h1 { font-size: 2.5rem; line-height: 1.1; letter-spacing: -.02em }
h2 { margin: 0; font: 600 1.125rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
section { padding: 1.75rem 0; border-top: 1px solid light-dark(#e5dfd3, #2b2f35) }
.method, a { color: light-dark(#b4471a, #f08a55) }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; font-size: .9375rem }
th, td { padding: .375rem .75rem .375rem 0; border-bottom: 1px solid light-dark(#e5dfd3, #2b2f35); text-align: left; vertical-align: top }
ul { padding-left: 1.125rem }
`;
