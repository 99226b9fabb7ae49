import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { useMayChange } from '~/web/admin/form/read-only';
import { Dialog } from '~/web/admin/ui/dialog';
import { When } from '~/web/admin/ui/when';
import './version-list.css';

// Loaded lazily, because it contains a library that compares texts.
const CompareVersions = lazy(async () => {
  const { CompareVersions: component } = await import('./compare-versions');
  return { default: component };
});

interface Version {
  version: number;
  author: string;
  createdAt: string;
}

/**
 * Lists versions, latest first. Earlier versions have a button that compares them with the newest
 * one, and a button that restores them.
 */
export function VersionList<Row extends Version>(props: {
  /** Versions, newest first. */
  versions: Row[];
  newest: number;
  /** Title of the comparison dialog. */
  title: string;
  titleOf(row: Row): string;
  textOf(row: Row): string;
  /** Returns a summary of a version's changes. */
  noteOf?(row: Row): string;
  /** Label of the action for an earlier version, such as 'Restore'. */
  action: string;
  /** Version to which the action is being applied. */
  pending?: number | undefined;
  disabled?: boolean;
  onTake(row: Row): void;
}) {
  const { versions, newest, title, titleOf, textOf, action } = props;
  const mayChange = useMayChange();
  const [compared, setCompared] = useState<Row>();
  return (
    <>
      <Stack component="ol" gap={0} className="version-list" aria-label="Versions">
        {versions.map((one) => (
          <li key={one.version}>
            <div>
              <Text fw={600} fz="sm">
                Version {one.version}
                {one.version === newest && ', latest'}
              </Text>
              <Text fz="sm" c="dimmed">
                {one.author}, <When at={one.createdAt} />
                {props.noteOf && `: ${props.noteOf(one)}`}
              </Text>
            </div>
            {one.version !== newest && (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Compare version ${one.version} with the latest`}
                  onClick={() => setCompared(one)}
                >
                  Compare
                </Button>
                {mayChange && (
                  <Button
                    size="compact-sm"
                    variant="light"
                    disabled={props.disabled ?? false}
                    loading={props.pending === one.version}
                    aria-label={`${action} version ${one.version}`}
                    onClick={() => props.onTake(one)}
                  >
                    {action}
                  </Button>
                )}
              </Group>
            )}
          </li>
        ))}
      </Stack>
      {compared && (
        <Dialog title={title} size="64rem" onClose={() => setCompared(undefined)}>
          <Suspense fallback={<Skeleton height={320} />}>
            <CompareVersions
              texts={versions.map((one) => ({
                key: String(one.version),
                label: `Version ${one.version}`,
                title: titleOf(one),
                text: textOf(one),
              }))}
              before={String(compared.version)}
              after={String(newest)}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
