import { z } from 'zod';

import { companyMax, nameMax } from '~/contract/common/limits';
import {
  idSchema,
  listQuerySchema,
  updatedSinceShape,
  versionShape,
} from '~/contract/common/paging-schema';
import { code, email, line, text } from '~/contract/common/text-schema';
import {
  documentCountry,
  electronicAddressField,
  withVatNumberForm,
} from '~/contract/documents/documents-schema';
import { codeFormSchema } from '~/contract/identity/identity-schema';
import { companyFilters, companyRights, companySorts } from './companies';

const emailMessage = 'Please enter a valid email address';
const lowerEmail = email(emailMessage).transform((value) => value.toLowerCase());
const optionalEmail = z.union([z.literal(''), lowerEmail], emailMessage);

/** Billing data for future documents of the client. */
const profileShape = {
  vatNumber: code({ max: 50 }),
  address: text({ max: 500 }),
  postcode: code({ max: 20 }),
  city: text({ max: 100 }),
  country: documentCountry,
  email: optionalEmail,
  buyerReference: code({ max: 100 }),
};

const nameMessage = 'Please enter the name of the company';
const companyShape = {
  name: text({ min: 1, minMessage: nameMessage, max: companyMax }),
  ...profileShape,
  taxNumber: code({ max: 50 }),
  registrationNumber: code({ max: 50 }),
  /** Electronic address for structured invoices. Unchanged if omitted. */
  electronicAddress: electronicAddressField.nullish(),
  notes: text({ max: 5000 }),
};

export const companyFieldsSchema = z
  .object({
    name: companyShape.name,
    vatNumber: companyShape.vatNumber.default(''),
    address: companyShape.address.default(''),
    postcode: companyShape.postcode.default(''),
    city: companyShape.city.default(''),
    country: companyShape.country.default(''),
    email: companyShape.email.default(''),
    buyerReference: companyShape.buyerReference.default(''),
    taxNumber: companyShape.taxNumber.default(''),
    registrationNumber: companyShape.registrationNumber.default(''),
    electronicAddress: companyShape.electronicAddress,
    notes: companyShape.notes.default(''),
  })
  .check(withVatNumberForm);
export type CompanyFields = z.output<typeof companyFieldsSchema>;

export const companyUpdateSchema = idSchema
  .extend({
    ...z.object(companyShape).partial().shape,
    ...versionShape,
  })
  .check(withVatNumberForm);
export type CompanyUpdate = z.output<typeof companyUpdateSchema>;

export const companiesListSchema = listQuerySchema({
  statuses: companyFilters,
  sorts: companySorts,
}).extend(updatedSinceShape);

const rights = z
  .array(z.enum(companyRights, `A right is one of: ${companyRights.join(', ')}`))
  .max(companyRights.length)
  .transform((given) => companyRights.filter((right) => given.includes(right)));
const isManager = z.boolean('Please enter true or false').optional();

const clientId = text({ min: 1, minMessage: 'Please choose a client', max: 100 });

/**
 * New member of a company, identified by account or by email. An unknown email creates an account.
 */
export const newMemberSchema = idSchema.extend({
  clientId: clientId.optional(),
  email: lowerEmail.optional(),
  rights,
  isManager,
});
export type NewMember = z.output<typeof newMemberSchema>;

export const memberChangeSchema = idSchema.extend({ clientId, rights, isManager });
export type MemberChange = z.output<typeof memberChangeSchema>;

export const memberIdSchema = idSchema.extend({
  clientId,
  /**
   * True to let the client take the records that they brought, for example if they were added by
   * mistake.
   */
  withBrought: z.boolean('Please enter true or false').optional(),
});
export const memberSchema = memberIdSchema.pick({ id: true, clientId: true });
export const mergeSchema = idSchema.extend({
  into: z.coerce.number('Please choose a company').int().min(1, 'Please choose a company'),
});

/** Invitation by a manager on `/account`. */
export const memberInvitationSchema = z.object({ email: lowerEmail, rights, isManager });
export type MemberInvitation = z.output<typeof memberInvitationSchema>;
export const invitationAcceptanceSchema = idSchema.extend(codeFormSchema.shape);
export const memberRightsSchema = z.object({ clientId, rights, isManager });
export const ownMemberSchema = z.object({ clientId });

/**
 * Billing data that a client edits on `/account`. It belongs to their company, or to the client if
 * they have no company. In the latter case, `company` is a business name.
 */
const billingProfileShape = {
  name: line({ min: 1, minMessage: 'Please enter a name', max: nameMax }),
  company: text({ max: companyMax }),
  ...profileShape,
};
export const billingProfileFieldsSchema = z.object(billingProfileShape).check(withVatNumberForm);
/** Billing data as stored. Values from older sources may break the rules of the form. */
export const billingProfileSchema = z.object({
  name: z.string(),
  company: z.string(),
  vatNumber: z.string(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string(),
  buyerReference: z.string(),
  companyId: z
    .int()
    .nullable()
    .describe(
      'Company whose billing data it is: an edit changes it for all members. Null for the client’s own',
    ),
  canEdit: z.boolean(),
});
export type BillingProfile = z.output<typeof billingProfileSchema>;

/**
 * Changes to the client's billing profile. `expected` contains the values that the client saw, so
 * that newer changes are not overwritten.
 */
export const billingProfileChangesSchema = z
  .object(billingProfileShape)
  .partial()
  .extend({
    expected: billingProfileSchema
      .omit({ canEdit: true })
      .partial()
      .optional()
      .describe(
        'Values as they were read. If one of them has changed since then, nothing is changed: 409',
      ),
  })
  .check(withVatNumberForm);
export type BillingProfileChanges = z.output<typeof billingProfileChangesSchema>;

/**
 * Changes that the agency makes to the billing data of a client's company, or to the client's own
 * if they have no company.
 */
export const billingChangesSchema = z
  .object({
    ...profileShape,
    company: text({ max: companyMax }),
    taxNumber: code({ max: 50 }),
    registrationNumber: code({ max: 50 }),
    electronicAddress: electronicAddressField.nullable(),
    isBusiness: z.boolean('Please enter true or false').nullable(),
  })
  .partial()
  .check(withVatNumberForm);
export type BillingChanges = z.output<typeof billingChangesSchema>;

/** Billing data that a client must enter before a purchase whose tax depends on the country. */
export const billedFieldsSchema = billingProfileFieldsSchema.refine(
  ({ country }) => country !== '',
  { message: 'Please choose a country', path: ['country'] },
);
/** Billing data that a client must enter before a purchase whose invoice requires the address. */
export const addressedFieldsSchema = billedFieldsSchema
  .refine(({ address }) => address !== '', {
    message: 'Please enter your billing address',
    path: ['address'],
  })
  .refine(({ city }) => city !== '', { message: 'Please enter the city', path: ['city'] });
export type BillingProfileFields = z.output<typeof billingProfileFieldsSchema>;

const rightsShown = z.array(z.enum(companyRights));

export const companySchema = z.object({
  id: z.int(),
  name: z.string(),
  vatNumber: z.string(),
  address: z.string().describe('Lines'),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string().describe('Where its invoices are sent; empty for the client of each document'),
  buyerReference: z.string(),
  taxNumber: z.string(),
  registrationNumber: z.string(),
  electronicAddress: electronicAddressField.nullable(),
  notes: z.string(),
  members: z.int().describe('Number of members'),
  status: z.enum(companyFilters).describe('`owing`: it has an open invoice'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Company = z.output<typeof companySchema>;

export const companyMemberSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  email: z.string(),
  rights: rightsShown,
  isManager: z.boolean(),
});
export type CompanyMember = z.output<typeof companyMemberSchema>;

export const invitationSchema = z.object({
  id: z.int(),
  email: z.string(),
  rights: rightsShown,
  isManager: z.boolean(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
});

export const sumSchema = z.object({ amount: z.string().describe('Decimal'), currency: z.string() });

export const broughtRecordsSchema = z
  .object({
    requests: z.int(),
    proposals: z.int(),
    invoices: z.int(),
    recurringInvoices: z.int(),
    openInvoices: z.int().describe('Number of open invoices'),
    owed: z.array(sumSchema).describe('Outstanding amount of these, by currency'),
  })
  .describe('Records that a member had before joining, as far as known, and the company has now');
export type BroughtRecords = z.output<typeof broughtRecordsSchema>;

/** Clients without a company, or companies, that have the same business name and address. */
export const companySuggestionSchema = z.object({
  name: z.string(),
  address: z.string(),
  clients: z.array(z.object({ clientId: z.string(), name: z.string(), email: z.string() })),
  companies: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type CompanySuggestion = z.output<typeof companySuggestionSchema>;

export const ownCompanySchema = z.object({
  company: z
    .object({
      id: z.int(),
      name: z.string(),
      rights: rightsShown,
      isManager: z.boolean(),
      leavesWithBrought: z
        .boolean()
        .describe('Whether a member who leaves now takes back the records that they brought'),
      /** Members, for managers; empty for other members. */
      people: z.array(companyMemberSchema),
      invitations: z.array(invitationSchema),
    })
    .nullable(),
  /** Invitations of other companies to this client. */
  invitations: z.array(
    z.object({ id: z.int(), company: z.string(), invitedBy: z.string(), rights: rightsShown }),
  ),
});
export type OwnCompany = z.output<typeof ownCompanySchema>;
