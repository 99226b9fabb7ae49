import { useRouter } from '@tanstack/react-router';

import { unexpectedMessageOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

/** Replaces a page that failed to load. */
export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <Notice title="This page could not be loaded" text={unexpectedMessageOf(error)} isFailure>
      <Button onClick={() => router.invalidate()}>Try again</Button>
    </Notice>
  );
}

/** Replaces a screen outside the shared layout that failed to load. Provides the main landmark. */
export function ScreenFailed({ error }: { error: unknown }) {
  return (
    <main id="content">
      <PageFailed error={error} />
    </main>
  );
}
