import type { PaidBy, Printed } from '~/contract/documents/documents-schema';
import type { TaxSum } from '~/contract/documents/money';
import { defaultTaxNoteOf } from '~/contract/documents/tax';
import { type ExplainedCategory, isExplained } from '~/contract/documents/tax-categories';
import type { TaxSettings } from '~/contract/settings/sales-settings-schema';
import { type DocumentContext, takesTransfers } from './context';

/** Returns the sentence printed for a tax category: the agency's own, or else the default. */
const taxNoteOf = (
  category: ExplainedCategory,
  { notes, scheme }: TaxSettings,
  country: string,
): string => notes[category] || defaultTaxNoteOf(category, { country, scheme });

/** Returns the settings that a document freezes when it is issued. */
export function printedOf(
  { taxes }: { taxes: readonly TaxSum[] },
  { tax, bank, seller }: Pick<DocumentContext, 'tax' | 'bank' | 'seller'>,
  paidBy?: PaidBy,
): Printed {
  const explained = new Set(taxes.map(({ category }) => category).filter(isExplained));
  return {
    taxNotes: Object.fromEntries(
      [...explained].map((one) => [one, taxNoteOf(one, tax, seller.country)]),
    ),
    bank: takesTransfers(bank) && !paidBy ? bank : null,
    means: paidBy?.means ?? 'any',
    cardDigits: paidBy?.digits ?? '',
    language: 'en',
  };
}

/** Returns the tax sentences of a document in the order of its totals. */
export function taxNotesOf(
  { taxes }: { taxes: readonly TaxSum[] },
  printed: Printed | null,
): { category: ExplainedCategory; text: string }[] {
  const explained = new Set(taxes.map(({ category }) => category).filter(isExplained));
  return [...explained].flatMap((category) => {
    const text = printed?.taxNotes[category];
    return text ? [{ category, text }] : [];
  });
}
