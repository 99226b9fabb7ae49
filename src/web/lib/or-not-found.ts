import { notFound } from '@tanstack/react-router';

import { errorStatusOf, notFoundDataOf } from './api-error';

/**
 * For a loader's `catch`: a 404 becomes the router's not-found, and so does a 400, since what such a loader asks for is a part
 * of its address. Other errors are rethrown.
 */
export function orNotFound(error: unknown): never {
  const data = errorStatusOf(error) === 400 ? { isGone: false } : notFoundDataOf(error);
  throw data ? notFound({ data }) : error;
}
