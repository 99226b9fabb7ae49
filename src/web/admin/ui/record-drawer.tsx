import { Box, Drawer, Loader, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, type RefObject, useRef } from 'react';

import { IconArrowLeft } from '~/web/ui/icons';
import { FailedQuery } from './failed-query';
import { useFocusBack } from './use-focus-back';
import { usePhone } from './use-phone';

/** Drawer with a record, next to its list. On a phone it is a page with a back button at the top. */
export function RecordDrawer(props: {
  title: ReactNode;
  onClose(): void;
  size?: string;
  children: ReactNode;
}) {
  const isPhone = usePhone();
  const ref = useRef<HTMLDivElement>(null);
  useFocusBack();
  useEscapeOnTop(ref, props.onClose);
  return (
    <Drawer
      opened
      ref={ref}
      onClose={props.onClose}
      closeOnEscape={false}
      title={props.title}
      position="right"
      size={isPhone ? '100%' : (props.size ?? '36rem')}
      padding="lg"
      withOverlay={!isPhone}
      closeButtonProps={
        isPhone
          ? { 'aria-label': 'Back', icon: <IconArrowLeft size={22} aria-hidden /> }
          : { 'aria-label': 'Close' }
      }
      classNames={{ header: 'drawer-head', title: 'drawer-title' }}
    >
      {props.children}
    </Drawer>
  );
}

/**
 * Calls back on Escape unless another dialog is open above this one. Each dialog of the library listens separately, so
 * all open dialogs would close.
 */
function useEscapeOnTop(ref: RefObject<Element | null>, onClose: () => void) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // An open list of options sets this attribute, because it closes first.
      const target = event.target as Element | null;
      if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return;
      const top = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      if (top && ref.current?.contains(top)) onClose();
    },
    { capture: true },
  );
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
  // Keeps showing the record when a refetch fails, because an admin may be typing.
  return (
    <>
      {error ? (
        <Box mb="md">
          <FailedQuery error={error} onRetry={refetch} />
        </Box>
      ) : null}
      {data ? props.children(data) : null}
    </>
  );
}
