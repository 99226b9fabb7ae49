import { Button, Stack } from '@mantine/core';

import { errorMessageOf, unexpectedMessageOf } from '~/web/lib/api-error';
import { IconAlertTriangle } from '~/web/ui/icons';
import { Notice } from './notice';

/** Error of a failed query, with a button to retry. */
export function FailedQuery({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  return (
    <Notice tone="bad" title="Failed to load" icon={<IconAlertTriangle aria-hidden />} isNew>
      <Stack gap="sm" align="flex-start">
        {errorMessageOf(error) ?? unexpectedMessageOf(error)}
        <Button size="xs" variant="default" onClick={() => void onRetry()}>
          Try again
        </Button>
      </Stack>
    </Notice>
  );
}
