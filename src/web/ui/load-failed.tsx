import { useRouter } from '@tanstack/react-router';

import { needsReload } from '~/web/lib/failed-imports';
import { Button } from './button';
import { Notice } from './notice';

/** Error in place of a page's content that could not be loaded, with a button to retry. */
export function LoadFailed({ title, text }: { title: string; text: string }) {
  const router = useRouter();
  return (
    <Notice title={title} text={text} isFailure>
      <Button onClick={() => (needsReload() ? window.location.reload() : router.invalidate())}>
        Try again
      </Button>
    </Notice>
  );
}
