/**
 * Rights of a member in a company. `requests`: see and write in all of its requests. `invoices`: see its proposals and
 * invoices, and pay them.
 */
export const companyRights = ['requests', 'invoices'] as const;
export type CompanyRight = (typeof companyRights)[number];

/** Filters of companies. `owing`: the company has an open invoice. */
export const companyFilters = ['owing', 'settled'] as const;
export type CompanyFilter = (typeof companyFilters)[number];
export const companySorts = ['createdAt', 'name'] as const;
export type CompanySort = (typeof companySorts)[number];

/** Days for which a manager's invitation can be accepted. */
export const invitationDays = 14;

/**
 * Days after a client accepts an invitation. If they leave or are removed within this time, they
 * take the records that they brought.
 */
export const broughtRecordsReturnDays = 7;
