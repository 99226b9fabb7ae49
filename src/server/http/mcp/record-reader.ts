import { z } from 'zod';

import { type ProcedureDef, procedureAt, proceduresOf, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';
import { type Fields, isFields } from './shown-fields';

/** Query that reads the record at a path. */
interface Reader {
  /** Full name of the query. */
  name: string;
  /** Fields of the query's input. */
  params: string[];
  /** True if the query returns a list, in which the record is the entry with the given id. */
  isList: boolean;
}

/** Queries that read the records whose ids inputs contain, by field name. */
const namedBy: Record<string, string> = {
  briefFormId: 'admin.forms.get',
  clientId: 'admin.users.get',
  companyId: 'admin.companies.get',
  contactMessageId: 'admin.messages.get',
  formId: 'admin.forms.get',
  leadId: 'admin.quotes.get',
  messageId: 'admin.messages.get',
  portfolioId: 'admin.portfolio.get',
  proposalId: 'admin.proposals.get',
  quoteId: 'admin.quotes.get',
  requestId: 'admin.requests.get',
  serviceId: 'admin.services.get',
  templateId: 'admin.proposalTemplates.list',
  // Ids of records that are inside other records.
  'invoices.id': 'admin.invoices.get',
};

/** Returns the parameter names of a REST path. */
export const paramsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** Reads records through the panel's procedures, to show them to a person. */
export function createRecordReader(appRouter: RestRouter) {
  const procedures = new Map(proceduresOf(appRouter));
  const queries = [...procedures].filter(([, { type }]) => type === 'query');
  const pathOf = ({ meta }: ProcedureDef) => meta?.openapi?.path ?? '';

  function readerNamed(name: string): Reader | undefined {
    const def = procedures.get(name);
    if (!def) return undefined;
    const isList = name.endsWith('.list');
    // Internal queries of a screen have no REST path, and take an id.
    const params = isList || pathOf(def) ? paramsOf(pathOf(def)) : ['id'];
    return { name, params, isList };
  }

  /**
   * Returns the query that reads the record at a path. Prefers the longest prefix of the path that has a query, such as
   * '/admin/companies/{id}' for '/admin/companies/{id}/members'. Otherwise, uses the `get` of the router that lists the
   * records, or else their list.
   */
  function readerOf({ meta }: ProcedureDef): Reader | undefined {
    const { method, path = '' } = meta?.openapi ?? {};
    const parts = path.split('/');
    for (let length = parts.length; length > 2; length--) {
      const part = parts.slice(0, length).join('/');
      // A POST to the path of a list adds a record, so there is no record to read.
      if (length === parts.length && method === 'POST') continue;
      const found = part.endsWith('}') || length === parts.length ? part : undefined;
      const query = queries.find(([, def]) => found && pathOf(def) === found);
      if (query) return readerNamed(query[0]);
    }
    const [base, rest] = path.split('/{', 2);
    if (rest === undefined) return undefined;
    const ofBase = [...procedures].filter(([, def]) => pathOf(def) === base);
    const gets = ofBase.map(([name]) => name.replace(/\.\w+$/, '.get'));
    const lists = ofBase.filter(([, { type }]) => type === 'query').map(([name]) => name);
    return [...gets, ...lists].map(readerNamed).find((one) => one !== undefined);
  }

  async function read(context: Context, { name, params, isList }: Reader, input: Fields) {
    const call = procedureAt(appRouter.createCaller(context), name);
    const takesInput = procedures.get(name)?.inputs.some((one) => !(one instanceof z.ZodVoid));
    const given = Object.fromEntries(params.map((param) => [param, input[param]]));
    const answer = await call(takesInput ? given : undefined);
    if (!isList) return answer;
    const rows = answer as Fields[];
    return rows.find(({ id }) => id === input.id);
  }

  return {
    readerOf,
    read,

    /**
     * Returns the query for an id at a path of an input, such as 'invoices.1.id'.
     *
     * @param own query for the record that the input itself identifies
     */
    readerOfId(path: string, own: Reader | undefined): Reader | undefined {
      const names = path.split('.').filter((one) => !/^\d+$/.test(one));
      const [field = ''] = names.slice(-1);
      if (path === 'into') return own;
      const query = namedBy[names.slice(-2).join('.')] ?? namedBy[field];
      return query ? readerNamed(query) : undefined;
    },
  };
}

/** Returns the objects in a response that may contain the record's fields: the response itself, and objects inside it. */
const partsOf = (record: unknown): Fields[] =>
  isFields(record) ? [record, ...Object.values(record).filter(isFields)] : [];

export const fieldOf = (record: unknown, name: string): unknown =>
  partsOf(record).find((part) => Object.hasOwn(part, name))?.[name];

const nameFields = [
  ...['number', 'title', 'name', 'subject', 'clientName', 'client_name'],
  ...['firstName', 'lastName', 'email', 'clientEmail', 'client_email', 'from', 'url'],
  ...['amount', 'total', 'currency', 'date', 'type'],
];

/** Returns a name such as 'INV-0012 · Orlanda Pier Works · accounts@example.com · 1000.00 EUR'. */
export function nameOfRecord(record: unknown): string {
  const parts = partsOf(record);
  const own = parts.find((part) => nameFields.some((name) => part[name])) ?? {};
  const texts = nameFields.flatMap((name) => {
    const text = own[name];
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  const seen = new Set<string>();
  const words = texts.filter(([, text]) => !seen.has(text) && seen.add(text));
  return words
    .map(([name, text], at) => {
      const joined = name === 'lastName' || name === 'currency' ? ' ' : ' · ';
      return at === 0 ? text : `${joined}${text}`;
    })
    .join('')
    .slice(0, 300)
    .toWellFormed();
}
