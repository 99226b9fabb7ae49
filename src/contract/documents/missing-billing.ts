import type { Buyer, BuyerOverrides } from './documents-schema';

/**
 * Address fields. They are filled in and overridden together, so that parts of two addresses are
 * never mixed.
 */
export const addressFields = ['address', 'postcode', 'city', 'country'] as const;

/**
 * Further fields that a record can adopt from a document. Data that only concerns one document,
 * such as an order number, is not among them.
 */
export const addedFields = [
  'company',
  'vatNumber',
  'taxNumber',
  'registrationNumber',
  'isBusiness',
  'electronicAddress',
] as const;

/** Fields that distinguish one business or residence from another. */
const identifyingFields = [
  'company',
  ...addressFields,
  'vatNumber',
  'taxNumber',
  'registrationNumber',
] as const;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(typeof one === 'string' ? one.trim() : one) === JSON.stringify(other);

export const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '';

/**
 * Fields that describe a business. They are only copied together, so that data of two businesses is
 * never mixed.
 */
export const businessFields = [...addedFields, ...addressFields, 'buyerReference'] as const;

const companyName = (name = ''): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * Returns whether a document names a different company than the record, or names a company although
 * the record is a private client.
 */
export const namesAnotherCompany = (known: BuyerOverrides, given: BuyerOverrides): boolean =>
  isFilled(given.company) &&
  (isFilled(known.company)
    ? companyName(given.company) !== companyName(known.company)
    : known.isBusiness === false);

/**
 * Returns whether billing data is for a different business or address than the record, so that the
 * record must not adopt it.
 */
function isForAnother(known: Partial<Buyer>, given: BuyerOverrides): boolean {
  const isPrivate = known.isBusiness === false;
  if (isPrivate && (isFilled(given.company) || isFilled(given.vatNumber))) return true;
  return identifyingFields.some(
    (field) =>
      given[field] !== undefined && isFilled(known[field]) && !isSame(given[field], known[field]),
  );
}

/**
 * Returns the billing data that a client's record lacks; empty if the data is for another business
 * or address.
 */
export function missingOf(known: Partial<Buyer>, given: BuyerOverrides): BuyerOverrides {
  if (isForAnother(known, given)) return {};
  const added = addedFields.filter((field) => isFilled(given[field]) && !isFilled(known[field]));
  const hasAddress = Boolean(known.address || known.postcode || known.city);
  const lacking = hasAddress ? (['country'] as const) : addressFields;
  const placed = lacking.filter((field) => isFilled(given[field]) && !isFilled(known[field]));
  return Object.fromEntries([...added, ...placed].map((field) => [field, given[field]]));
}

/** Billing fields of a company's or a client's record, with their names in a sentence. */
export const recordFields = {
  address: 'address',
  postcode: 'postcode',
  city: 'city',
  country: 'country',
  vatNumber: 'VAT number',
  taxNumber: 'tax number',
  registrationNumber: 'registration number',
  email: 'email for invoices',
  buyerReference: 'reference',
  electronicAddress: 'electronic address',
} as const;
type RecordField = keyof typeof recordFields;

/** Billing data of a record. */
export type BillingRecord = Record<Exclude<RecordField, 'electronicAddress'>, string> & {
  electronicAddress: { scheme: string; value: string } | null;
};

const filledOf = (record: BillingRecord) => {
  const names = Object.keys(recordFields) as RecordField[];
  const filled = names.filter((field) => isFilled(record[field]));
  return Object.fromEntries(filled.map((field) => [field, record[field]])) as Partial<Buyer>;
};

/**
 * Returns the fields that a record lacks and that another record of the same business has. If the
 * other record has a different address or different numbers, only the email and the reference are
 * returned.
 */
export function gapsOf(target: BillingRecord, from: BillingRecord): Partial<BillingRecord> {
  const [known, given] = [filledOf(target), filledOf(from)];
  const { email, buyerReference } = given;
  return {
    ...missingOf(known, given),
    ...(email && !known.email && { email }),
    ...(buyerReference && !known.buyerReference && { buyerReference }),
  } as Partial<BillingRecord>;
}

/** Returns descriptions of the billing data that is lost if a record is merged into another. */
export function droppedOf(target: BillingRecord, from: BillingRecord): string[] {
  const kept = { ...filledOf(target), ...gapsOf(target, from) };
  return Object.entries(filledOf(from)).flatMap(([field, value]) => {
    const name = recordFields[field as RecordField];
    if (isSame(value, kept[field as RecordField])) return [];
    const shown = typeof value === 'object' ? value?.value : value;
    return [`${name} ${shown}`];
  });
}
