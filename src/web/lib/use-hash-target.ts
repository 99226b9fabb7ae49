import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Scrolls to the element in the URL's hash when the component is first shown. On a slow page, the
 * router looks for the element while the placeholder is still shown, does not find it, and stays at
 * the top.
 */
export function useHashTarget(): void {
  const router = useRouter();
  useEffect(() => {
    const { hash } = router.latestLocation;
    if (hash && window.scrollY === 0) document.getElementById(hash)?.scrollIntoView();
  }, [router]);
}
