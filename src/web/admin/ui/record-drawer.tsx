import { Box, Drawer, Loader, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

import { AskingContext } from '~/web/admin/form/leave-guard';
import { Failed } from './failed';

/** One record beside its list, which stays where it is; on a phone it takes the screen. */
export function RecordDrawer(props: {
  title: ReactNode;
  onClose(): void;
  size?: string;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery('(max-width: 48em)');
  const [isAsking, setAsking] = useState(false);
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={props.onClose}
      closeOnEscape={!isAsking}
      title={props.title}
      position="right"
      size={isPhone ? '100%' : (props.size ?? '36rem')}
      padding="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'drawer-title' }}
    >
      <AskingContext value={setAsking}>{props.children}</AskingContext>
    </Drawer>
  );
}

/** A keyboard goes on from where the record was opened. */
function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

/** Renders the data of a query, or its loading or error state. */
export function Loaded<Data>(props: {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (!data && !error) {
    return (
      <Stack align="center" py="xl" role="status" aria-label="Loading">
        <Loader size="sm" />
      </Stack>
    );
  }
  // The record stays when a refetch fails: an admin may be typing into it.
  return (
    <>
      {error ? (
        <Box mb="md">
          <Failed error={error} onRetry={refetch} />
        </Box>
      ) : null}
      {data ? props.children(data) : null}
    </>
  );
}
