import type { Choosable } from '~/contract/documents/choices';
import type { LineItem } from '~/contract/documents/money';

export interface InvoiceItem extends Omit<LineItem, keyof Choosable> {
  description: string;
  detail?: string | undefined;
  unit?: string | undefined;
}
