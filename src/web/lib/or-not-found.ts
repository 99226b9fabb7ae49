import { notFound } from '@tanstack/react-router';

import { errorStatusOf, notFoundDataOf } from './api-error';

/**
 * Handles rejected queries in a loader. Converts a 404 to the router's not-found, and a 400 as
 * well, because the input of such a query is part of the URL. Rethrows other errors.
 */
export function orNotFound(error: unknown): never {
  const data = errorStatusOf(error) === 400 ? { isGone: false } : notFoundDataOf(error);
  throw data ? notFound({ data }) : error;
}
