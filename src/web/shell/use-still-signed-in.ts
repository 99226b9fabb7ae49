import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Asks again who is signed in when somebody comes back to this tab: another tab may have signed them out. */
export function useStillSignedIn(userId: string): void {
  const { api, queryClient } = useRouter().options.context;
  useEffect(() => {
    const onVisible = async () => {
      if (document.visibilityState !== 'visible') return;
      const viewer = await queryClient
        .fetchQuery({ ...api.identity.viewer.queryOptions(), staleTime: 0 })
        .catch(() => undefined);
      // What is in memory is somebody else's.
      if (viewer && viewer.id !== userId) window.location.reload();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [api, queryClient, userId]);
}
