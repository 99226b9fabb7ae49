import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

/** Changes that come together are read together. */
const gatherMs = 150;

/** Reads again what shows requests and their threads. */
export function useRequestRefresh() {
  const { api } = useRouter().options.context;
  const { requests, workspace, overview } = api.admin;
  const now = () =>
    Promise.all([requests.invalidate(), workspace.invalidate(), overview.invalidate()]);
  return { now, soon: useDebouncedCallback(() => void now(), gatherMs) };
}
