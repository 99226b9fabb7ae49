import type { LineItem } from '~/contract/documents/money';

export interface InvoiceItem extends Omit<LineItem, 'optional'> {
  description: string;
  detail?: string | undefined;
  unit?: string | undefined;
}
