import { dateInWords } from '~/contract/common/date-words';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';

/** Formats a VAT number with the result of its check. */
export function vatWords(number: string, check: AdminInvoice['vatCheck']): string {
  if (!check) return number;
  if (check.status === 'not_checked' || !check.checkedAt) return `${number}, not checked yet`;
  const on = dateInWords(check.checkedAt.slice(0, 10));
  const inquiry = check.consultationNumber && ` (inquiry ${check.consultationNumber})`;
  return check.status === 'valid'
    ? `${number}, valid on ${on}${inquiry}`
    : `${number}, invalid on ${on}${inquiry}`;
}
