import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { Button } from './button';
import { Notice } from './notice';
import { toast } from './toast-store';

/** Stands where a page's content could not be loaded; announced once, and tried again on request. */
export function LoadFailed({ title, text }: { title: string; text: string }) {
  const router = useRouter();
  useEffect(() => {
    toast({ title, description: text, variant: 'destructive' });
  }, [title, text]);
  return (
    <Notice title={title} text={text}>
      <Button onClick={() => router.invalidate()}>Try again</Button>
    </Notice>
  );
}
