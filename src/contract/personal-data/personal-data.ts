/** Days between the request to delete an account and its deletion. The client can cancel during this time. */
export const deletionDays = 7;
/** Days for which an export can be downloaded. */
export const exportDays = 7;
/** Maximum total size of the files in an export. Files beyond it are only listed. */
export const exportBytesMax = 1500 * 1024 * 1024;

/** Reserved domain of deleted clients' addresses, which never receives emails. */
export const deletedDomain = 'deleted.invalid';
/** Replacement for a deleted client's name. */
export const deletedNames = { firstName: 'Deleted', lastName: 'client' };
export const deletedName = `${deletedNames.firstName} ${deletedNames.lastName}`;
/** Replacement for the name of a deleted client in a company's records. */
export const formerMember = 'Former member';

export const isDeletedEmail = (email: string): boolean => email.endsWith(`@${deletedDomain}`);
