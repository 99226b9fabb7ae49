import { readDecimal, readPercent } from '~/contract/common/typed-decimals';
import type { Due } from '~/contract/documents/documents';
import { type AdminProposal, proposalFieldsSchema } from '~/contract/proposals/proposals-schema';
import {
  type DiscountDraft,
  discountDraftOf,
  discountOf,
} from '~/web/admin/documents/discount-draft';
import {
  type ItemDraft,
  isBlankItem,
  shownCategory,
  toItemDrafts,
  toItems,
} from '~/web/admin/documents/item-drafts';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import type { ApiInputs } from '~/web/lib/trpc';

const dueKinds = ['on_acceptance', 'on_completion', 'days', 'date'] as const;
export type DueKind = (typeof dueKinds)[number];

/** A part of the payment schedule while it is edited. */
export interface PartDraft {
  label: string;
  percent: string;
  due: DueKind;
  days: string;
  date: string;
}

/** A proposal while it is edited. Fields contain the typed text. */
export interface ProposalDraft extends DiscountDraft {
  title: string;
  /** Id of the quote that the proposal answers; null if it answers a message or no lead. */
  leadId: number | null;
  messageId: number | null;
  name: string;
  email: string;
  company: string;
  /** ISO 3166 code; empty if unknown. */
  country: string;
  intro: string;
  currency: string;
  items: readonly ItemDraft[];
  schedule: PartDraft[];
  terms: string;
  validUntil: string;
}

type Fields = Omit<ApiInputs['admin']['proposals']['update'], 'id' | 'expectedUpdatedAt'>;

const toPart = ({ label, percent, due }: AdminProposal['schedule'][number]): PartDraft => ({
  label,
  percent,
  due: typeof due === 'string' ? due : 'days' in due ? 'days' : 'date',
  days: typeof due === 'object' && 'days' in due ? String(due.days) : '14',
  date: typeof due === 'object' && 'date' in due ? due.date : '',
});

export function toDraft(proposal: AdminProposal): ProposalDraft {
  const { title, leadId, messageId, client, intro, items, discount, schedule, terms, validUntil } =
    proposal;
  return {
    title,
    leadId,
    messageId,
    name: client.name,
    email: client.email,
    company: client.company ?? '',
    country: client.country ?? '',
    intro,
    items: toItemDrafts(items, proposal.currency),
    currency: proposal.currency,
    ...discountDraftOf(discount),
    schedule: schedule.map(toPart),
    terms,
    validUntil,
  };
}

function dueOf({ due, days, date }: PartDraft): Due {
  if (due === 'days') return { days: Number(days || Number.NaN) };
  return due === 'date' ? { date } : due;
}

/**
 * Returns the client for the server; undefined if nothing has changed. Omits a company or country
 * that was never entered, so that it follows the client's record. A removed one is sent as an empty
 * text.
 */
function clientOf(draft: ProposalDraft, saved: ProposalDraft | undefined): Fields['client'] {
  const { name, email, company, country } = draft;
  const isSameEmail = saved?.email === email;
  const isSame = isSameEmail && saved.name === name;
  if (isSame && saved.company === company && saved.country === country) return undefined;
  const isSent = (field: 'company' | 'country') =>
    draft[field].trim() !== '' || (isSameEmail && saved[field] !== '');
  return {
    name,
    email: email.trim(),
    ...(isSent('company') && { company: company.trim() }),
    ...(isSent('country') && { country }),
  };
}

/**
 * Returns the fields in the API's format. Omits an unchanged client and unchanged items, so that
 * they follow the client's record.
 *
 * @param proposedTax tax that was proposed for the items of the form
 */
export function toFields(
  draft: ProposalDraft,
  saved?: ProposalDraft,
  proposedTax?: AdminProposal['proposedTax'],
): Fields {
  const client = clientOf(draft, saved);
  const items = toItems(draft.items, draft.currency);
  const areSame =
    saved?.currency === draft.currency &&
    JSON.stringify(items) === JSON.stringify(toItems(saved.items, saved.currency));
  const { title, leadId, messageId, intro, terms, validUntil } = draft;
  const { currency } = draft;
  return {
    title,
    leadId,
    messageId,
    ...(client && { client }),
    intro,
    ...(!areSame && { items, ...(proposedTax && { proposedTax }) }),
    discount: discountOf(draft, currency),
    currency,
    schedule: draft.schedule.map((part) => ({
      label: part.label,
      percent: readDecimal(part.percent, 2),
      due: dueOf(part),
    })),
    terms,
    ...(validUntil && { validUntil }),
  };
}

/** Returns whether the items have the same taxes as those of a proposal. */
export const hasTaxesOf = (draft: ProposalDraft, { items }: AdminProposal): boolean => {
  const taxOf = (item: Pick<ItemDraft, 'taxRate' | 'taxCategory'>) =>
    `${shownCategory(item)} ${Number(readPercent(item.taxRate))}`;
  const shown = draft.items.filter((item) => !isBlankItem(item));
  return shown.map(taxOf).join() === items.map(taxOf).join();
};

/** Returns errors by path, such as 'client.email'. */
export const validate = (draft: ProposalDraft): FieldErrors =>
  check(proposalFieldsSchema, toFields(draft)).errors ?? {};
