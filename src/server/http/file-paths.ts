export const filesPath = '/api/files';

const own = /^\/api\/files(?:\/(?:of-forms\/)?\d+)?\/?$/;
const byLink = /^\/api\/[a-z]+\/by-link\/[^/]+\/files\/\d+\/?$/;

/** Whether a request carries a file, or a part of one, either way: it takes as long as its sender's line does. */
export const isFilePath = (path: string): boolean => own.test(path) || byLink.test(path);
