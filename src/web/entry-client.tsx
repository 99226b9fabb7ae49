/** Lets the browser paint and answer before the next slice of work. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Wakes the page in slices: each library is evaluated in a task of its own, so that none holds the
 * visitor up for long. All of them are already on their way, named in the page's head. (Names are
 * taken out one by one, since importing a whole module would also ship its unused parts.)
 */
async function wake() {
  const { hydrateRoot } = await import('react-dom/client');
  await breathe();
  await import('@tanstack/react-router').then(({ RouterProvider }) => RouterProvider);
  await breathe();
  const { hydrate } = await import('./hydrate');
  await breathe();
  hydrate(hydrateRoot);
}

void wake();
