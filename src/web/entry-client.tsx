/** Lets the browser paint and respond before the next task. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Hydrates the page in chunks: each library is evaluated in a separate task, so that none blocks the visitor for long. The
 * page's head already preloads all of them. (Names are imported one by one, because importing a whole module would also
 * include its unused parts.)
 */
async function wake() {
  const { hydrateRoot } = await import('react-dom/client');
  await breathe();
  await import('@tanstack/react-router').then(({ RouterProvider }) => RouterProvider);
  await breathe();
  const { hydrate } = await import('./hydrate');
  await breathe();
  await hydrate(hydrateRoot);
}

void wake();
