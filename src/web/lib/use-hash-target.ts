import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Scrolls to the element that the URL's hash names when the component is first shown. The router does so itself, but looks for the element
 * while the placeholder of a page that loads slowly is still there, and leaves the page at its top.
 */
export function useHashTarget(): void {
  const router = useRouter();
  useEffect(() => {
    const { hash } = router.latestLocation;
    if (hash && window.scrollY === 0) document.getElementById(hash)?.scrollIntoView();
  }, [router]);
}
