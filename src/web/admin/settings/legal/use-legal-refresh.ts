import { useRouter } from '@tanstack/react-router';

/** Reads again what a change of a legal text is shown in. */
export function useLegalRefresh() {
  const { api } = useRouter().options.context;
  return () =>
    Promise.all([
      api.admin.legal.invalidate(),
      api.admin.setup.invalidate(),
      // The foot of every page names those that are published.
      api.settings.invalidate(),
      api.legal.invalidate(),
    ]);
}
