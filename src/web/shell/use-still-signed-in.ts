import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Refetches the signed-in user when this tab becomes visible, because the user may have signed out in another tab. */
export function useStillSignedIn(userId: string): void {
  const { api, queryClient } = useRouter().options.context;
  useEffect(() => {
    const onVisible = async () => {
      if (document.visibilityState !== 'visible') return;
      const viewer = await queryClient
        .fetchQuery({ ...api.identity.viewer.queryOptions(), staleTime: 0 })
        // Ignores a failure, such as without a connection: the next check retries.
        .catch(() => undefined);
      // Reloads the page, because data in memory belongs to another user.
      if (viewer && viewer.id !== userId) window.location.reload();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [api, queryClient, userId]);
}
