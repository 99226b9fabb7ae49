import { decimalsOf } from '~/contract/common/currencies';
import { readDecimal, readPercent } from '~/contract/common/typed-decimals';
import { alternativesTo } from '~/contract/documents/choices';
import { billedItemFields, optionalItemFields } from '~/contract/documents/documents-schema';
import type { LineItem } from '~/contract/documents/money';
import { taxConflict } from '~/contract/documents/tax';
import { categoryOfRate, type TaxCategory } from '~/contract/documents/tax-categories';
import type { FieldErrors } from '~/web/lib/form-errors';

/** A line of a proposal or an invoice while it is edited: what was typed, as text. */
export interface ItemDraft {
  /** Stays with the line wherever it is moved. */
  key: string;
  description: string;
  detail: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  taxRate: string;
  /** Left out where it is that of the rate. */
  taxCategory?: TaxCategory | undefined;
  optional: boolean;
  /** Of an optional line. */
  choice?: string | undefined;
  preselected?: boolean | undefined;
}

/** A line as the API takes it. */
export interface GivenItem extends LineItem {
  description: string;
  detail?: string;
  unit?: string;
  optional: boolean;
}

/** Random, since lines that were kept over a reload have theirs already. */
const nextKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** The tax of a line: its category is left out where it is that of the rate. */
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
 * A unit price as it is shown to be edited. In most currencies three digits behind a sign are read as thousands, so that a fourth one is
 * added.
 */
export const editedUnitPrice = (decimal: string, currency: string): string =>
  decimalsOf(currency) < 3 ? decimal.replace(/(\.\d{3})$/, '$10') : decimal;

/** A line in which nothing has been typed yet is not saved. */
export const isBlankItem = ({ description, detail, unitPrice }: ItemDraft): boolean =>
  !description.trim() && !detail.trim() && !unitPrice.trim();

/** Standard and zero rated follow the rate that is typed; any other category stays, and its field says what does not fit. */
function categoryField(draft: ItemTax): { taxCategory?: TaxCategory } {
  const { taxCategory } = draft;
  const taxRate = readPercent(draft.taxRate) || '0';
  const followsRate = taxCategory === 'S' || taxCategory === 'Z';
  if (!taxCategory || (followsRate && taxConflict({ taxRate, taxCategory }))) return {};
  return { taxCategory };
}

/** The category that a line is shown with. */
export const shownCategory = (draft: ItemTax): TaxCategory =>
  categoryField(draft).taxCategory ?? categoryOfRate(readPercent(draft.taxRate) || '0');

/** A number as people type it, with a minus before or behind it where it is a deduction. */
function readSigned(typed: string, decimals: number): string {
  const text = typed.trim().replace(/[−–]/g, '-');
  const digits = text.replace(/^-\s*|\s*-$/, '');
  const read = readDecimal(digits, decimals);
  return digits === text ? read : `-${read}`;
}

/** A line as the API takes it: a quantity that is left out is 1, a price 0. Numbers are read as people write them. */
export const toItem = (draft: ItemDraft, currency: string): GivenItem => ({
  description: draft.description.trim(),
  quantity: readSigned(draft.quantity, 3) || '1',
  unitPrice: readSigned(draft.unitPrice, decimalsOf(currency)) || '0',
  taxRate: readPercent(draft.taxRate) || '0',
  optional: draft.optional,
  ...categoryField(draft),
  ...(draft.detail.trim() && { detail: draft.detail.trim() }),
  ...(draft.unit.trim() && { unit: draft.unit.trim() }),
  // Both are kept while a line is not optional, for a change of mind.
  ...(draft.optional && draft.choice?.trim() && { choice: draft.choice.trim() }),
  ...(draft.optional && draft.preselected && { preselected: true }),
});

/** The lines as the API takes them, in which totals are computed too. */
export const toItems = (drafts: readonly ItemDraft[], currency: string): GivenItem[] =>
  drafts.filter((draft) => !isBlankItem(draft)).map((draft) => toItem(draft, currency));

/** Items as invoices have them: none is optional. */
export const billedItems = (drafts: readonly ItemDraft[], currency: string) =>
  toItems(drafts, currency).map(({ optional: _, ...item }) => item);

/**
 * The errors of each line by its key: those of the API's own rules, and those that the server named.
 *
 * @param refused by path, such as 'items.0.unitPrice', in the order of the lines that were saved
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

/** The lines after a change of one of them. Of a choice, the line that is ticked at first takes the place of the one before. */
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

/** The lines with one of them at another place. */
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
