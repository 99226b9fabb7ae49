import { viewedClientHeader } from '~/contract/identity/identity';

let viewed: string | undefined;

/** Notes for the calls of this page whose view it was rendered for; undefined for none. */
export const setViewedClient = (id: string | undefined): void => {
  viewed = id;
};

/** Says with a call which client's page makes it, so that it reaches no other client, nor the admin, once the view has ended elsewhere. */
export const viewedHeaders = (): Record<string, string> =>
  viewed === undefined ? {} : { [viewedClientHeader]: viewed };
