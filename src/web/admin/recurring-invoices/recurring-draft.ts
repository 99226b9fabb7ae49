import { dateField } from '~/contract/common/date-schema';
import { addDays, daysBetween } from '~/contract/common/dates';
import { type TaxSum, totalsOf } from '~/contract/documents/money';
import {
  daysFrom,
  everyMax,
  firstDay,
  itemsIn,
  nextAfterChange,
  type Period,
  periodOf,
  type Recurrence,
  type RecurringUnit,
} from '~/contract/recurring-invoices/recurrence';
import {
  lateDaysMax,
  previewMax,
  type RecurringAction,
} from '~/contract/recurring-invoices/recurring-invoices';
import {
  newRecurringSchema,
  type Recurring,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import {
  clientFields,
  noSelection,
  type SelectedClient,
  selectionOf,
} from '~/web/admin/documents/client-draft';
import {
  type DiscountDraft,
  discountDraftOf,
  discountOf,
  noDiscount,
} from '~/web/admin/documents/discount-draft';
import {
  billedItems,
  type ItemDraft,
  type ItemTax,
  newItem,
  toItemDrafts,
} from '~/web/admin/documents/item-drafts';

export interface RecurringDraft extends DiscountDraft, SelectedClient {
  currency: string;
  items: readonly ItemDraft[];
  unit: RecurringUnit;
  /** Number of the interval, as typed. */
  count: number | string;
  startsOn: string;
  endsOn: string;
  action: RecurringAction;
  note: string;
  requestId: string;
}

/** Returns the first day of the month after a date. */
const firstOfNextMonth = (date: string): string =>
  `${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

export const emptyDraftOn =
  (today: string, currency: string) =>
  (tax: ItemTax): RecurringDraft => ({
    ...noSelection,
    currency,
    ...noDiscount,
    items: [newItem(tax)],
    unit: 'month',
    count: 1,
    startsOn: firstOfNextMonth(today),
    endsOn: '',
    action: 'issue',
    note: '',
    requestId: '',
  });

export const draftOf = (recurring: Recurring): RecurringDraft => ({
  ...selectionOf(recurring.clientId ?? '', recurring.client),
  currency: recurring.currency,
  ...discountDraftOf(recurring.discount),
  items: toItemDrafts(recurring.items, recurring.currency),
  unit: recurring.every.unit,
  count: recurring.every.count,
  startsOn: recurring.startsOn,
  endsOn: recurring.endsOn ?? '',
  action: recurring.action,
  note: recurring.note,
  requestId: recurring.requestId === null ? '' : String(recurring.requestId),
});

/**
 * Returns the fields to send to the server. Omits the billing data of an account, because each
 * invoice reads it from the record.
 */
export const fieldsOf = (draft: RecurringDraft, opened?: Recurring) => ({
  ...(draft.clientId
    ? { clientId: draft.clientId }
    : { clientId: null, client: clientFields(draft, opened) }),
  items: billedItems(draft.items, draft.currency),
  discount: discountOf(draft, draft.currency),
  currency: draft.currency,
  every: { unit: draft.unit, count: Number(draft.count) },
  startsOn: draft.startsOn,
  endsOn: draft.endsOn || null,
  action: draft.action,
  note: draft.note,
  requestId: draft.requestId ? Number(draft.requestId) : null,
});

/** Schema that validates the form's fields with the server's rules. */
export const draftSchema = {
  safeParse: (draft: unknown) => newRecurringSchema.safeParse(fieldsOf(draft as RecurringDraft)),
};

/** Returns the form's schedule; undefined while it is incomplete. */
function recurrenceOf({ unit, count, startsOn, endsOn }: RecurringDraft): Recurrence | undefined {
  const times = Number(count);
  const isCount = Number.isInteger(times) && times >= 1 && times <= everyMax;
  const isDated = dateField.safeParse(startsOn).success;
  if (!isCount || !isDated) return undefined;
  return { every: { unit, count: times }, startsOn, endsOn: endsOn || null };
}

/** Preview of an invoice that the form would create. */
export interface Upcoming {
  period: Period;
  descriptions: string[];
  totalCents: number;
  taxes: TaxSum[];
  /** True if the date is so long ago that an admin must decide whether to create the invoice. */
  isAsked: boolean;
}

/** Returns the next invoices after a save; undefined while the schedule is incomplete. */
export function upcomingOf(
  draft: RecurringDraft,
  opened: Recurring | undefined,
  today: string,
): Upcoming[] | undefined {
  const recurrence = recurrenceOf(draft);
  if (!recurrence) return undefined;
  const from = opened ? nextOf(opened, recurrence, today) : firstDay(recurrence);
  const { currency } = draft;
  const items = billedItems(draft.items, currency);
  const discount = discountOf(draft, currency);
  return daysFrom(recurrence, from, previewMax).map((day) => {
    const period = periodOf(recurrence, day);
    const filled = itemsIn(items, period);
    const { totalCents, taxes } = totalsOf({ items: filled, discount }, currency);
    return {
      period,
      descriptions: filled.map(({ description }) => description),
      totalCents,
      taxes,
      isAsked: daysBetween(day, today) > lateDaysMax,
    };
  });
}

function nextOf(opened: Recurring, after: Recurrence, now: string): string | null {
  const { every, startsOn, endsOn, handledOn } = opened;
  const before = { every, startsOn, endsOn };
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? opened.nextOn : nextAfterChange(before, after, { handledOn, today: now });
}
