import { notFound } from '@tanstack/react-router';

import { notFoundDataOf } from './api-error';

/** For a loader's `catch`: what was not found becomes the router's not-found, all else is passed on. */
export function orNotFound(error: unknown): never {
  const data = notFoundDataOf(error);
  throw data ? notFound({ data }) : error;
}
