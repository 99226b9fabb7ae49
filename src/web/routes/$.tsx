import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every URL without a route: without this one, a URL below a page (`/about/nothing`) would get that page's head. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  head: () => ({ meta: [{ title: 'Page Not Found' }] }),
});
