import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminCustomPage } from '~/contract/custom-pages/custom-pages-schema';
import { VersionList } from '~/web/admin/content/version-list';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';
import { toast } from '~/web/ui/toast-store';
import { usePageActions } from './use-page-actions';
import { versionText } from './version-text';

/** Lists the versions of a page, to compare and restore them. */
export function PageVersions(props: {
  page: AdminCustomPage;
  /** True if there is unsaved input, which would be lost. */
  isDirty: boolean;
  /** Called once a version has been restored. */
  onRestored(): void;
}) {
  const { page, isDirty, onRestored } = props;
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.customPages.versions.queryOptions({ id: page.id }, { gcTime: 0 }),
  );
  const actions = usePageActions();
  const restoring = useMutation({
    ...api.admin.customPages.restoreVersion.mutationOptions(),
    onSuccess: async (_, { version }) => {
      toast(success(`Version ${version} restored`));
      onRestored();
      await actions.refresh();
    },
    onError: (error) => notifyFailed(error, 'Failed to restore the version'),
  });
  return (
    <Loaded query={query}>
      {(versions) => (
        <>
          <VersionList
            versions={versions}
            newest={page.version}
            title={`Compare versions of “${page.title}”`}
            titleOf={({ title }) => title}
            textOf={(one) => versionText(one)}
            action="Restore"
            pending={restoring.isPending ? restoring.variables.version : undefined}
            disabled={isDirty}
            onTake={({ version }) =>
              restoring.mutate({ id: page.id, version, expectedUpdatedAt: page.updatedAt })
            }
          />
          {isDirty && (
            <Text fz="sm" c="dimmed" mt="sm">
              Save your changes before you restore a version, or they will be lost.
            </Text>
          )}
        </>
      )}
    </Loaded>
  );
}
