import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields that an admin can read, but change only with the permission. */
export function ReadOnly({ unless, children }: { unless: boolean; children: ReactNode }) {
  return (
    <fieldset className="read-only" disabled={!unless}>
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
