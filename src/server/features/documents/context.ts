import { dateIn } from '~/contract/common/dates';
import type { FrozenSeller } from '~/contract/documents/documents-schema';
import type {
  ResponseTimes,
  SalesSettings,
  Seller,
  TaxSettings,
} from '~/contract/settings/sales-settings-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';

/** Settings for creating documents. */
export interface DocumentSettings {
  getPublic(): Promise<Pick<PublicSettings, 'brand' | 'contact' | 'currency'>>;
  getSeller(): Promise<Seller>;
  getSales(): Promise<SalesSettings>;
  getTax(): Promise<TaxSettings>;
  getResponseTimes(): Promise<ResponseTimes>;
}

/** Settings that a document uses. They are read before a transaction begins. */
export interface DocumentContext {
  currency: string;
  sales: SalesSettings;
  tax: TaxSettings;
  /** Seller as printed. It is frozen when the document is issued. */
  seller: FrozenSeller;
  bank: Pick<Seller, 'accountHolder' | 'iban' | 'bic' | 'paymentDetails'>;
  timeZone: string;
  responseTimes: ResponseTimes;
  /** Current date in the agency's time zone. */
  today: string;
}

/** Returns whether clients are shown bank details for a transfer. */
export const takesTransfers = ({ iban, paymentDetails }: DocumentContext['bank']): boolean =>
  iban !== '' || paymentDetails.length > 0;

export async function readDocumentContext(
  settings: DocumentSettings,
  now = new Date(),
): Promise<DocumentContext> {
  const [{ brand, contact, currency }, seller, sales, tax, responseTimes] = await Promise.all([
    settings.getPublic(),
    settings.getSeller(),
    settings.getSales(),
    settings.getTax(),
    settings.getResponseTimes(),
  ]);
  const { timeZone } = responseTimes;
  const name = seller.name || brand.legalName || brand.name;
  return {
    currency,
    sales,
    tax,
    seller: {
      name,
      email: contact.email,
      phone: contact.phone,
      address: seller.address.length > 0 ? seller.address : contact.address,
      city: seller.city,
      postcode: seller.postcode,
      country: seller.country,
      taxNumber: seller.taxNumber,
      vatNumber: seller.vatNumber,
      registrationNumber: seller.registrationNumber,
      contact: {
        name: seller.contact.name,
        phone: seller.contact.phone || contact.phone,
        email: seller.contact.email || contact.email,
      },
      electronicAddress: seller.electronicAddress,
    },
    bank: {
      accountHolder: seller.accountHolder || name,
      iban: seller.iban,
      bic: seller.bic,
      paymentDetails: seller.paymentDetails,
    },
    timeZone,
    responseTimes,
    today: dateIn(timeZone, now),
  };
}
