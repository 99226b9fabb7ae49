import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import type { AdminOwnPage, PageVersion } from '~/contract/own-pages/own-pages-schema';
import { useMayChange } from '~/web/admin/form/read-only';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { toast } from '~/web/ui/toast-store';
import { usePageActions } from './use-page-actions';
import { versionText } from './version-text';

// With a library that nothing else of the section needs.
const CompareVersions = lazy(() =>
  import('~/web/admin/content/compare-versions').then((code) => ({
    default: code.CompareVersions,
  })),
);

/** What a page has said: to be compared, and to be made the newest again. */
export function PageVersions(props: {
  page: AdminOwnPage;
  /** Whether something is typed that is not saved, and would be lost. */
  isDirty: boolean;
  /** Once another version is the newest. */
  onRestored(): void;
}) {
  const { page, isDirty, onRestored } = props;
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.ownPages.versions.queryOptions({ id: page.id }, { gcTime: 0 }));
  const actions = usePageActions();
  const mayChange = useMayChange();
  const [compared, setCompared] = useState<PageVersion>();
  const restoring = useMutation({
    ...api.admin.ownPages.restoreVersion.mutationOptions(),
    onSuccess: async (_, { version }) => {
      toast(success(`Version ${version} is the newest again`));
      onRestored();
      await actions.refresh();
    },
    onError: (error) => notifyFailed(error, 'The version could not be restored'),
  });
  return (
    <Loaded query={query}>
      {(versions) => (
        <>
          <Stack component="ol" gap={0} className="page-versions" aria-label="Versions">
            {versions.map((one) => (
              <li key={one.version}>
                <div>
                  <Text fw={600} fz="sm">
                    Version {one.version}
                    {one.version === page.version && ', the newest'}
                  </Text>
                  <Text fz="sm" c="dimmed">
                    {one.author}, <When at={one.createdAt} />
                  </Text>
                </div>
                {one.version !== page.version && (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Compare version ${one.version} with the newest`}
                      onClick={() => setCompared(one)}
                    >
                      Compare
                    </Button>
                    {mayChange && (
                      <Button
                        size="compact-sm"
                        variant="light"
                        disabled={isDirty}
                        loading={restoring.isPending && restoring.variables.version === one.version}
                        aria-label={`Restore version ${one.version}`}
                        onClick={() =>
                          restoring.mutate({
                            id: page.id,
                            version: one.version,
                            expectedUpdatedAt: page.updatedAt,
                          })
                        }
                      >
                        Restore
                      </Button>
                    )}
                  </Group>
                )}
              </li>
            ))}
          </Stack>
          {isDirty && (
            <Text fz="sm" c="dimmed" mt="sm">
              Save what you typed before you restore a version: it would be lost.
            </Text>
          )}
          {compared && (
            <Dialog
              title={`Compare versions of “${page.title}”`}
              size="64rem"
              onClose={() => setCompared(undefined)}
            >
              <Suspense fallback={<Skeleton height={320} />}>
                <CompareVersions
                  texts={versions.map((one) => ({
                    key: String(one.version),
                    label: `Version ${one.version}`,
                    title: one.title,
                    text: versionText(one),
                  }))}
                  before={String(compared.version)}
                  after={String(page.version)}
                />
              </Suspense>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  );
}
