import { expect, it } from 'vitest';

import { keyPermissions } from '~/contract/identity/api-keys';
import { proceduresOf } from '~/server/http/rest';
import { appRouter } from '~/testing/callers';
import { inputSchemaOf } from './previews';
import { createRecordReader } from './record-reader';
import { isFields } from './shown-fields';

const records = createRecordReader(appRouter);
const changes = proceduresOf(appRouter).filter(
  ([, { type, meta }]) =>
    type === 'mutation' &&
    meta?.openapi?.path.startsWith('/admin/') &&
    keyPermissions.some((one) => one === meta.permission),
);

it('every path has a query that reads its record', () => {
  const without = changes.filter(
    ([, def]) => def.meta?.openapi?.path.includes('{') && !records.readerOf(def),
  );
  // Single messages of a conversation cannot be read, only the whole conversation.
  expect(without.map(([name]) => name)).toEqual(['admin.incomingMail.accept']);
  const nameOf = (procedure: string) =>
    changes.flatMap(([name, def]) => (name === procedure ? records.readerOf(def)?.name : []))[0];
  expect(nameOf('admin.settings.replaceOne')).toBe('admin.settings.getOne');
  expect(nameOf('admin.companies.changeMember')).toBe('admin.companies.get');
  expect(nameOf('admin.conversations.sendToQuote')).toBe('admin.quotes.get');
  expect(nameOf('admin.webhooks.rotateSecret')).toBe('admin.webhooks.list');
  expect(nameOf('admin.bank.book')).toBe('admin.bank.entry');
});

it('every id in an input has a query that names its record', () => {
  const idsIn = (schema: unknown, path = ''): string[] => {
    if (!isFields(schema)) return [];
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (schema[name] ?? []) as unknown[]);
    const fields = isFields(schema.properties) ? Object.entries(schema.properties) : [];
    return [
      ...inner.flatMap((one) => idsIn(one, path)),
      ...idsIn(schema.items, `${path}.1`),
      ...fields.flatMap(([name, field]) => [
        ...(/(^i|I)ds?$|^into$/.test(name) ? [`${path}.${name}`.slice(1)] : []),
        ...idsIn(field, `${path}.${name}`),
      ]),
    ];
  };
  const unnamed = changes.flatMap(([, def]) =>
    idsIn(inputSchemaOf(def)).filter(
      (path) => path !== 'id' && !records.readerOfId(path, records.readerOf(def)),
    ),
  );
  expect([...new Set(unnamed)].sort()).toEqual([
    // Selected site content, whose type is stated in the block.
    'blocks.1.ids',
    'deliverableIds',
    // Ids of parts of the record itself, and of files.
    'deliveryId',
    'fileIds',
    'paymentId',
  ]);
});
