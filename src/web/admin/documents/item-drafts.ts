import { decimalsOf } from '~/contract/common/currencies';
import { readDecimal, readPercent } from '~/contract/common/typed-decimals';
import { alternativesTo } from '~/contract/documents/choices';
import { billedItemFields, optionalItemFields } from '~/contract/documents/documents-schema';
import type { LineItem } from '~/contract/documents/money';
import { taxConflict } from '~/contract/documents/tax';
import { categoryOfRate, type TaxCategory } from '~/contract/documents/tax-categories';
import type { FieldErrors } from '~/web/lib/form-errors';

/** An item of a proposal or an invoice while it is edited. Fields contain the typed text. */
export interface ItemDraft {
  /** Key that does not change when the item is moved. */
  key: string;
  description: string;
  detail: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  taxRate: string;
  /** Tax category; omitted if it is the default of the rate. */
  taxCategory?: TaxCategory | undefined;
  optional: boolean;
  /** Name of the choice, for optional items. */
  choice?: string | undefined;
  preselected?: boolean | undefined;
}

/** An item in the API's format. */
export interface GivenItem extends LineItem {
  description: string;
  detail?: string;
  unit?: string;
  optional: boolean;
}

/** The key is random, because items that are restored after a reload already have keys. */
const nextKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Tax of an item. The category is omitted if it follows from the rate. */
export type ItemTax = Pick<ItemDraft, 'taxRate' | 'taxCategory'>;

export const newItem = ({ taxRate, taxCategory }: ItemTax): ItemDraft => ({
  key: nextKey(),
  description: '',
  detail: '',
  quantity: '1',
  unit: '',
  unitPrice: '',
  taxRate,
  taxCategory,
  optional: false,
});

interface StoredItem extends LineItem {
  description: string;
  detail?: string | undefined;
  unit?: string | undefined;
}

export const toItemDrafts = (items: readonly StoredItem[], currency: string): ItemDraft[] =>
  items.map((item) => ({
    key: nextKey(),
    description: item.description,
    detail: item.detail ?? '',
    quantity: item.quantity,
    unit: item.unit ?? '',
    unitPrice: editedUnitPrice(item.unitPrice, currency),
    taxRate: item.taxRate,
    taxCategory: item.taxCategory,
    optional: item.optional ?? false,
    choice: item.choice,
    preselected: item.preselected,
  }));

/**
 * Formats a unit price for editing. Appends a zero to three decimals, because the parser would read `1.234` as 1,234 in
 * currencies with fewer than three decimals.
 */
export const editedUnitPrice = (decimal: string, currency: string): string =>
  decimalsOf(currency) < 3 ? decimal.replace(/(\.\d{3})$/, '$10') : decimal;

/** Returns whether an item is empty. Empty items are not saved. */
export const isBlankItem = ({ description, detail, unitPrice }: ItemDraft): boolean =>
  !description.trim() && !detail.trim() && !unitPrice.trim();

/**
 * Returns the category to store. Standard and zero rated follow the entered rate. Any other category is kept, and its field
 * shows a conflict.
 */
function categoryField(draft: ItemTax): { taxCategory?: TaxCategory } {
  const { taxCategory } = draft;
  const taxRate = readPercent(draft.taxRate) || '0';
  const followsRate = taxCategory === 'S' || taxCategory === 'Z';
  if (!taxCategory || (followsRate && taxConflict({ taxRate, taxCategory }))) return {};
  return { taxCategory };
}

/** Returns the category of an item that is displayed. */
export const shownCategory = (draft: ItemTax): TaxCategory =>
  categoryField(draft).taxCategory ?? categoryOfRate(readPercent(draft.taxRate) || '0');

/** Parses a typed number. A deduction has a minus sign before or after it. */
function readSigned(typed: string, decimals: number): string {
  const text = typed.trim().replace(/[−–]/g, '-');
  const digits = text.replace(/^-\s*|\s*-$/, '');
  const read = readDecimal(digits, decimals);
  return digits === text ? read : `-${read}`;
}

/**
 * Converts an item to the API's format. The quantity defaults to 1, the price to 0. Accepts the
 * number formats that people type.
 */
export const toItem = (draft: ItemDraft, currency: string): GivenItem => ({
  description: draft.description.trim(),
  quantity: readSigned(draft.quantity, 3) || '1',
  unitPrice: readSigned(draft.unitPrice, decimalsOf(currency)) || '0',
  taxRate: readPercent(draft.taxRate) || '0',
  optional: draft.optional,
  ...categoryField(draft),
  ...(draft.detail.trim() && { detail: draft.detail.trim() }),
  ...(draft.unit.trim() && { unit: draft.unit.trim() }),
  // The form keeps the choice while the item is not optional, in case it becomes optional again.
  ...(draft.optional && draft.choice?.trim() && { choice: draft.choice.trim() }),
  ...(draft.optional && draft.preselected && { preselected: true }),
});

/** Converts items to the API's format, which is also the input for calculating totals. */
export const toItems = (drafts: readonly ItemDraft[], currency: string): GivenItem[] =>
  drafts.filter((draft) => !isBlankItem(draft)).map((draft) => toItem(draft, currency));

/** Converts the items of an invoice, which are never optional. */
export const billedItems = (drafts: readonly ItemDraft[], currency: string) =>
  toItems(drafts, currency).map(({ optional: _, ...item }) => item);

/**
 * Returns the errors of each item by the item's key, from validation and from the server.
 *
 * @param refused errors from the server by path, such as 'items.0.unitPrice', in the order of the
 * saved items
 */
export function itemErrors(
  drafts: readonly ItemDraft[],
  refused: FieldErrors,
  { currency, withOptional }: { currency: string; withOptional: boolean },
): ReadonlyMap<string, FieldErrors> {
  const saved = drafts.filter((draft) => !isBlankItem(draft));
  return new Map(
    saved.map((draft, index) => {
      const errors: FieldErrors = {};
      const prefix = `items.${index}.`;
      const checked = (withOptional ? optionalItemFields : billedItemFields).safeParse(
        toItem(draft, currency),
      );
      for (const { path, message } of checked.error?.issues ?? []) {
        errors[String(path[0])] ??= message;
      }
      for (const [path, message] of Object.entries(refused)) {
        if (path.startsWith(prefix)) errors[path.slice(prefix.length)] ??= message;
      }
      return [draft.key, errors];
    }),
  );
}

/** Returns the items after one of them was changed. Preselecting an item of a choice deselects the previous one. */
export function changeItem(
  items: readonly ItemDraft[],
  key: string,
  part: Partial<ItemDraft>,
): readonly ItemDraft[] {
  const changed = items.map((item) => (item.key === key ? { ...item, ...part } : item));
  if (!part.preselected) return changed;
  const others = alternativesTo(
    changed,
    changed.findIndex((item) => item.key === key),
  );
  return changed.map((item, index) =>
    others.includes(index) ? { ...item, preselected: false } : item,
  );
}

/** Returns the items after one of them was moved. */
export function moveItem(
  items: readonly ItemDraft[],
  from: number,
  to: number,
): readonly ItemDraft[] {
  if (to < 0 || to >= items.length) return items;
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
