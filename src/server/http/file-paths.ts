export const filesPath = '/api/files';

const own = /^\/api\/files(?:\/(?:of-forms\/)?\d+)?\/?$/;
const byLink = /^\/api\/[a-z]+\/by-link\/[^/]+\/files\/\d+\/?$/;

/**
 * Returns whether a request uploads or downloads a file or a chunk, so that its duration depends on the client's
 * connection.
 */
export const isFilePath = (path: string): boolean => own.test(path) || byLink.test(path);
