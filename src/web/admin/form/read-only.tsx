import { Stack } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

const MayChange = createContext(true);

/** Whether the admin may change what is shown; where not, forms are read and have no buttons. */
export const MayChangeProvider = MayChange.Provider;
export const useMayChange = () => useContext(MayChange);

/** Fields that are disabled, and still readable, for an admin who may not change them. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <fieldset className="read-only" disabled={!useMayChange()}>
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
