export const adminPageSizes = [25, 50, 100, 250];
export const defaultAdminPageSize = 25;
