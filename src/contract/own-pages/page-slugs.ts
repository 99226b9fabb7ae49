const pattern = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;

/** Whether this can be the address of a page of the agency: one or two segments, without slashes around them. */
export const isPageSlug = (slug: string): boolean => pattern.test(slug) && !/^\d+$/.test(slug);
