import { viewedClientHeader } from '~/contract/identity/identity';

let viewed: string | undefined;

/** Sets the client for whose view this page was rendered, for its calls; undefined without a view. */
export const setViewedClient = (id: string | undefined): void => {
  viewed = id;
};

/**
 * Returns a header that names the page's viewed client, so that a call reaches no other client, nor the admin, once the view has
 * ended elsewhere.
 */
export const viewedHeaders = (): Record<string, string> =>
  viewed === undefined ? {} : { [viewedClientHeader]: viewed };
