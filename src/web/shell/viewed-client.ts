import { viewedClientHeader } from '~/contract/identity/identity';

let viewed: string | undefined;

/** Sets the client for whose view this page was rendered, for its API calls; undefined without a view. */
export const setViewedClient = (id: string | undefined): void => {
  viewed = id;
};

/**
 * Returns a header with the page's viewed client, so that a call never reaches another client, or the admin, once the view
 * was ended elsewhere.
 */
export const viewedHeaders = (): Record<string, string> =>
  viewed === undefined ? {} : { [viewedClientHeader]: viewed };
