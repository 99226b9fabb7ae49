import { Drawer, Loader, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { Failed } from '../ui/failed';

/** One record beside its list, which stays where it is; on a phone it takes the screen. */
export function RecordDrawer(props: {
  title: ReactNode;
  onClose(): void;
  size?: string;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery('(max-width: 48em)');
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={props.title}
      position="right"
      size={isPhone ? '100%' : (props.size ?? '36rem')}
      padding="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'drawer-title' }}
    >
      {props.children}
    </Drawer>
  );
}

/** What a query gave, or what stands for it until then. */
export function Loaded<Data>(props: {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Stack align="center" py="xl" role="status" aria-label="Loading">
        <Loader size="sm" />
      </Stack>
    );
  }
  return <>{props.children(data)}</>;
}
