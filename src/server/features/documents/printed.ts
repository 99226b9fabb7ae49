import type { PaidBy, Printed } from '~/contract/documents/documents-schema';
import type { TaxSum } from '~/contract/documents/money';
import { defaultTaxNoteOf } from '~/contract/documents/tax';
import { type ExplainedCategory, isExplained } from '~/contract/documents/tax-categories';
import type { TaxSettings } from '~/contract/settings/sales-settings-schema';
import { type DocumentContext, takesTransfers } from './context';

/** The sentence that a category prints: the agency's own, else the default one. */
const taxNoteOf = (
  category: ExplainedCategory,
  { notes, scheme }: TaxSettings,
  country: string,
): string => notes[category] || defaultTaxNoteOf(category, { country, scheme });

/** What a document takes from the settings when it is issued, for good. */
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

/** The sentences of a document in the order of its sums. */
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
