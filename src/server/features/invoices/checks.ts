import { AppError } from '~/contract/common/errors';
import type { FrozenVatCheck } from '~/contract/documents/documents-schema';
import type { EInvoice, InvoiceFields } from '~/contract/invoices/invoices-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { amountFields, givenBuyer } from './draft-fields';
import { contentOfDraft, eInvoiceOf } from './e-invoices';

/** Checks an invoice while it is being entered. Stores only the results of VAT number checks. */
export function createChecks(
  db: Database,
  { settings, vatChecks }: { settings: DocumentSettings; vatChecks: Pick<VatChecks, 'of'> },
) {
  return {
    /** Returns the result of a check of a VAT number. The number is empty if there is nothing to check. */
    async vatCheck(buyer: { country: string; vatNumber: string }): Promise<FrozenVatCheck> {
      const nothing = { number: '', status: 'not_checked' as const, checkedAt: null };
      return (await vatChecks.of(buyer)) ?? { ...nothing, consultationNumber: '' };
    },

    /** Returns whether the draft would be a structured invoice, or which data is missing for one. */
    async preview(fields: InvoiceFields): Promise<EInvoice> {
      const context = await readDocumentContext(settings);
      const buyer = await givenBuyer(db, fields);
      if (!buyer) throw new AppError('BAD_REQUEST', 'Please choose or enter a client');
      const { currency = context.currency, discount, proposedTax } = fields;
      const taxed = { buyer, check: undefined };
      const amounts = amountFields(
        fields.items ?? [],
        { currency, discount, proposedTax },
        context,
        taxed,
      );
      const content = contentOfDraft(
        {
          number: null,
          dueDate: fields.dueDate ?? null,
          serviceDate: fields.serviceDate ?? null,
          serviceFrom: fields.serviceFrom ?? null,
          serviceTo: fields.serviceTo ?? null,
          buyer,
          ...amounts,
          currency,
          note: fields.note ?? '',
          stripeInvoiceId: null,
        },
        context,
      );
      return eInvoiceOf(content);
    },
  };
}
