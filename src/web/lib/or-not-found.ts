import { notFound } from '@tanstack/react-router';

import { notFoundDataOf } from './api-error';

/** For a loader's `catch`: a 404 becomes the router's not-found; other errors are rethrown. */
export function orNotFound(error: unknown): never {
  const data = notFoundDataOf(error);
  throw data ? notFound({ data }) : error;
}
