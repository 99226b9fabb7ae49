import { createHash } from 'node:crypto';

import { centsToAmount } from '~/contract/common/currencies';
import { addDays } from '~/contract/common/dates';
import type { FieldIssue } from '~/contract/common/errors';
import { presentTotals, scheduleCents, totalsOf } from '~/contract/documents/money';
import { followTax, type ProposedTax } from '~/contract/documents/tax';
import { taxNumbersOf } from '~/contract/documents/tax-numbers';
import type { ProposalContent } from '~/contract/proposals/proposal-content';
import type { ProposalStatus } from '~/contract/proposals/proposals';
import type { ProposalFields, ShownProposal } from '~/contract/proposals/proposals-schema';
import { renderMarkdown } from '~/server/features/content/blog/markdown';
import type { DocumentContext } from '~/server/features/documents/context';
import {
  checkTotals,
  choiceIssues,
  completeItems,
  presentDiscount,
  presentItems,
  rejectFields,
} from '~/server/features/documents/items';

/** Content of a new, empty proposal. */
export const emptyContent = ({
  currency,
  sales,
  seller,
  today,
}: DocumentContext): ProposalContent => ({
  title: '',
  client: { name: '', email: '' },
  intro: '',
  items: [],
  discount: null,
  schedule: [{ label: 'On acceptance', percent: '100', due: 'on_acceptance' }],
  terms: sales.terms,
  validUntil: addDays(today, sales.validDays),
  currency,
  seller,
});

/**
 * Returns the content with an admin's changes.
 *
 * @param proposed tax for items that have none, or the one that their form proposed
 * @throws BAD_REQUEST if amounts do not fit the currency
 */
export function changeContent(
  before: ProposalContent,
  fields: ProposalFields,
  { seller, tax }: Pick<DocumentContext, 'seller' | 'tax'>,
  proposed: ProposedTax,
): ProposalContent {
  const { title, client, intro, items, discount, schedule, terms, validUntil } = fields;
  const { proposedTax = proposed } = fields;
  const { currency = before.currency } = fields;
  const defaults = { currency, standardRate: tax.standardRate, proposed };
  const after: ProposalContent = {
    ...before,
    currency,
    seller,
    ...(title !== undefined && { title }),
    ...(client && { client }),
    ...(intro !== undefined && { intro }),
    ...(items && { items: [...followTax(completeItems(items, defaults), proposedTax, proposed)] }),
    ...(discount !== undefined && { discount }),
    ...(schedule && { schedule }),
    ...(terms !== undefined && { terms }),
    ...(validUntil && { validUntil }),
  };
  checkTotals(after, currency);
  return after;
}

/**
 * Serializes JSON with sorted keys and without empty values, because the database does not preserve the order of keys.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`);
  return `{${entries.join(',')}}`;
}

/** Returns the SHA-256 of the content exactly as displayed. */
export const hashOf = (number: string, content: ProposalContent): string =>
  createHash('sha256')
    .update(canonical({ number, ...content }))
    .digest('hex');

/** Returns whether two contents are equal. */
export const isSame = (one: ProposalContent, other: ProposalContent): boolean =>
  canonical(one) === canonical(other);

/**
 * Returns the content with computed amounts.
 *
 * @param chosen indexes of the chosen optional items; undefined until the client has chosen
 */
export function presentContent(
  proposal: { number: string; status: ProposalStatus; version: number; content: ProposalContent },
  chosen?: readonly number[],
): ShownProposal {
  const { number, status, version, content } = proposal;
  const { currency, items, schedule, discount } = content;
  const totals = totalsOf(content, currency, chosen);
  const parts = scheduleCents(totals.totalCents, schedule, currency);
  return {
    ...content,
    // Adds the names of tax numbers on the server, because public pages do not load the list of local names.
    sellerNumbers: taxNumbersOf(content.seller),
    number,
    status,
    version,
    items: presentItems(items, currency),
    discount: presentDiscount(discount),
    schedule: schedule.map((part, index) => ({
      ...part,
      amount: centsToAmount(parts[index] ?? 0, currency),
    })),
    introHtml: renderMarkdown(content.intro).html,
    termsHtml: renderMarkdown(content.terms).html,
    totals: presentTotals(totals, currency),
    total: centsToAmount(totals.totalCents, currency),
    contentHash: hashOf(number, content),
  };
}

/** Checks that a proposal can be sent. @throws BAD_REQUEST that lists the missing data */
export function rejectIncomplete(content: ProposalContent, today: string): void {
  const issues: FieldIssue[] = [];
  const need = (isThere: boolean, path: string, message: string) => {
    if (!isThere) issues.push({ path, message });
  };
  need(content.title !== '', 'title', 'The proposal needs a title');
  need(content.client.name !== '', 'client.name', 'The client needs a name');
  need(content.client.email !== '', 'client.email', 'The client needs an email address');
  need(content.items.length > 0, 'items', 'The proposal needs an item');
  issues.push(...choiceIssues(content.items));
  need(content.schedule.length > 0, 'schedule', 'The proposal needs a payment schedule');
  need(content.validUntil >= today, 'validUntil', 'This date has passed');
  rejectFields(issues);
}
