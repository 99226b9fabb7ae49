/** Waits for the next task, so that the browser can paint and respond to input before it. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Hydrates the page in steps: each library is evaluated in a separate task, so that no task blocks
 * the visitor for long. The page's head already preloads all libraries. (Names are imported one by
 * one, because importing a whole module would also include its unused parts.)
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
