import { viewedClientHeader } from '~/contract/identity/identity';

let viewed: string | undefined;

/**
 * Sets the client whose view this page shows, for API calls of the page; undefined without a view.
 */
export const setViewedClient = (id: string | undefined): void => {
  viewed = id;
};

/**
 * Returns a header with the page's viewed client. It prevents calls from reaching another client,
 * or the admin, after the view was ended in another tab.
 */
export const viewedHeaders = (): Record<string, string> =>
  viewed === undefined ? {} : { [viewedClientHeader]: viewed };
