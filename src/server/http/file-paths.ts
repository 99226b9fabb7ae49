export const filesPath = '/api/files';

/** Whether a request carries a file, or a part of one, either way: it takes as long as its sender's line does. */
export const isFilePath = (path: string): boolean => /^\/api\/files(?:\/\d+)?\/?$/.test(path);
