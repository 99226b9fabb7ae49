import { Stack } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

const MayChange = createContext(true);

/** True if the admin can change the content; otherwise forms are read-only and have no buttons. */
export const MayChangeProvider = MayChange.Provider;
export const useMayChange = () => useContext(MayChange);

/** Disabled but readable fields, for an admin without permission. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <fieldset className="read-only" disabled={!useMayChange()}>
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
