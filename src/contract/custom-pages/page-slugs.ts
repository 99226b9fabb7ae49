const pattern = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;

/** Returns whether a text can be the slug of a custom page: one or two segments, without slashes around them. */
export const isPageSlug = (slug: string): boolean => pattern.test(slug) && !/^\d+$/.test(slug);
