/** Days from the wish to have an account deleted to its deletion; it can be taken back until then. */
export const deletionDays = 7;
/** Days for which an export can be downloaded. */
export const exportDays = 7;
/** Bytes of files that an export holds; those beyond are named in it. */
export const exportBytesMax = 1500 * 1024 * 1024;

/** The domain of the addresses that deleted clients have: reserved, so that no mail ever goes there. */
export const deletedDomain = 'deleted.invalid';
/** What stands in the place of a deleted client's name. */
export const deletedNames = { firstName: 'Deleted', lastName: 'client' };
export const deletedName = `${deletedNames.firstName} ${deletedNames.lastName}`;
/** What stands there in what belongs to a company. */
export const formerMember = 'Former member';

export const isDeletedEmail = (email: string): boolean => email.endsWith(`@${deletedDomain}`);
