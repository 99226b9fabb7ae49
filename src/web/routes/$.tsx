import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every address that no other route has: without it, one below a page (`/about/nothing`) is headed as that page. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  head: () => ({ meta: [{ title: 'Page Not Found' }] }),
});
