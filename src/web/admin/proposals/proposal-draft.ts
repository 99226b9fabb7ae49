import { decimalsOf } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';
import type { Due } from '~/contract/documents/documents';
import type { Discount } from '~/contract/documents/money';
import { type AdminProposal, proposalFieldsSchema } from '~/contract/proposals/proposals-schema';
import { type ItemDraft, toItemDrafts, toItems } from '~/web/admin/documents/item-drafts';
import { check, type FieldErrors } from '~/web/lib/form-errors';
import type { ApiInputs } from '~/web/lib/trpc';

const dueKinds = ['on_acceptance', 'on_completion', 'days', 'date'] as const;
export type DueKind = (typeof dueKinds)[number];

/** A part of the schedule while it is edited. */
export interface PartDraft {
  label: string;
  percent: string;
  due: DueKind;
  days: string;
  date: string;
}

const discountKinds = ['none', 'percent', 'amount'] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** A proposal while it is edited: what was typed, as text. */
export interface ProposalDraft {
  title: string;
  /** The lead that it answers: one of them, or neither. */
  leadId: number | null;
  messageId: number | null;
  name: string;
  email: string;
  company: string;
  intro: string;
  items: readonly ItemDraft[];
  discount: DiscountKind;
  discountValue: string;
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
  const percent = discount && 'percent' in discount ? discount.percent : undefined;
  const amount = discount && 'amount' in discount ? discount.amount : undefined;
  return {
    title,
    leadId,
    messageId,
    name: client.name,
    email: client.email,
    company: client.company ?? '',
    intro,
    items: toItemDrafts(items, proposal.currency),
    discount: percent !== undefined ? 'percent' : amount !== undefined ? 'amount' : 'none',
    discountValue: percent ?? amount ?? '',
    schedule: schedule.map(toPart),
    terms,
    validUntil,
  };
}

/** The discount as typed; one without a value is none. */
export function discountOf(
  { discount, discountValue }: ProposalDraft,
  currency: string,
): Discount | null {
  const value = readDecimal(discountValue, discount === 'percent' ? 2 : decimalsOf(currency));
  return discount === 'none' || !value ? null : { [discount]: value };
}

function dueOf({ due, days, date }: PartDraft): Due {
  if (due === 'days') return { days: Number(days || Number.NaN) };
  return due === 'date' ? { date } : due;
}

/** The fields as the API takes them. */
export function toFields(draft: ProposalDraft, currency: string): Fields {
  const { title, leadId, messageId, name, email, company, intro, terms, validUntil } = draft;
  const discount = discountOf(draft, currency);
  return {
    title,
    leadId,
    messageId,
    client: { name, email: email.trim(), ...(company.trim() && { company }) },
    intro,
    items: toItems(draft.items, currency),
    discount: discount as Fields['discount'],
    schedule: draft.schedule.map((part) => ({
      label: part.label,
      percent: readDecimal(part.percent, 2),
      due: dueOf(part),
    })),
    terms,
    ...(validUntil && { validUntil }),
  };
}

/** The errors by path, such as 'client.email'. */
export const validate = (draft: ProposalDraft, currency: string): FieldErrors =>
  check(proposalFieldsSchema, toFields(draft, currency)).errors ?? {};
