import { Stack } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

const MayChange = createContext(true);

/** Provides true if the admin can change the content. Otherwise, forms are read-only and have no buttons. */
export const MayChangeProvider = MayChange.Provider;
export const useMayChange = () => useContext(MayChange);

/** Wraps fields that are disabled but readable, for an admin without permission. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <fieldset className="read-only" disabled={!useMayChange()}>
      <Stack gap="md">{children}</Stack>
    </fieldset>
  );
}
