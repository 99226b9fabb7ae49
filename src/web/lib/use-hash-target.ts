import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Scrolls to the element in the URL's hash when the component is first shown. The router does so as well, but looks for the
 * element while the placeholder of a slow page is still shown, and then stays at the top.
 */
export function useHashTarget(): void {
  const router = useRouter();
  useEffect(() => {
    const { hash } = router.latestLocation;
    if (hash && window.scrollY === 0) document.getElementById(hash)?.scrollIntoView();
  }, [router]);
}
