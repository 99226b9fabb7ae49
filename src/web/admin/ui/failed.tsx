import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { refusalMessageOf, unexpectedMessageOf } from '~/web/lib/api-error';

/** Where something could not be loaded: why, and a way to try again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  return (
    <Alert
      color="red"
      variant="light"
      title="This could not be loaded"
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        {refusalMessageOf(error) ?? unexpectedMessageOf(error)}
        <Button size="xs" variant="default" onClick={() => void onRetry()}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}
