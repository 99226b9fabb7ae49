import { Paper, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { blocksText, linesOf } from '~/blocks/blocks-text';
import { builtInPages, type PageKey } from '~/contract/built-in-pages/built-in-pages';
import type { PageBlocksVersion } from '~/contract/built-in-pages/page-blocks-schema';
import { sectionsOf } from '~/contract/built-in-pages/page-sections';
import { VersionList } from '~/web/admin/content/version-list';
import { usePreviewChange } from '~/web/admin/form/preview-change';
import { useMayChange } from '~/web/admin/form/read-only';
import { notifyFailed, offerUndo } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';

const partNames: Record<string, string> = {
  words: 'headings and buttons',
  hero: 'title',
  reasons: 'reasons',
  about: 'about us',
  careers: 'careers',
  questions: 'questions',
  hidden: 'sections',
  blocks: 'blocks',
};

/** Lists the versions of a built-in page, to compare and restore them. */
export function PageVersions(props: {
  page: PageKey;
  /** True if there are unsaved blocks, which would be lost. */
  isDirty: boolean;
  /** Called once a version has been restored. */
  onRestored(): void;
}) {
  const { page } = props;
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.pageBlocks.versions.queryOptions({ page }, { gcTime: 0 }));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="page-versions">
      <Title order={2} fz="h4" id="page-versions">
        Versions
      </Title>
      <Loaded query={query}>{(versions) => <Versions {...props} versions={versions} />}</Loaded>
    </Paper>
  );
}

function Versions(props: Parameters<typeof PageVersions>[0] & { versions: PageBlocksVersion[] }) {
  const { page, versions, onRestored } = props;
  const hasTyped = usePreviewChange() !== undefined;
  const isDirty = props.isDirty || hasTyped;
  const { api, client } = useRouter().options.context;
  const readAgain = useRefresh();
  const mayChange = useMayChange();
  const restore = useMutation(api.admin.pageBlocks.restoreVersion.mutationOptions());
  const newest = versions[0];
  if (!newest) {
    return (
      <Text fz="sm" c="dimmed" mt="xs">
        No earlier versions yet.
      </Text>
    );
  }
  const refresh = async () => {
    await Promise.all([readAgain(), api.settings.invalidate()]);
    onRestored();
  };
  const take = async ({ version }: PageBlocksVersion) => {
    try {
      await restore.mutateAsync({ page, version, expectedVersion: newest.version });
      offerUndo(`Version ${version} restored`, async () => {
        await client.admin.pageBlocks.restoreVersion.mutate({ page, version: newest.version });
        await refresh();
      });
      await refresh();
    } catch (error) {
      notifyFailed(error, 'Failed to restore the version');
    }
  };
  return (
    <>
      <VersionList
        versions={versions}
        newest={newest.version}
        title={`Compare versions of “${builtInPages[page].label}”`}
        titleOf={() => builtInPages[page].label}
        noteOf={({ parts }) => parts.map((part) => partNames[part] ?? part).join(', ')}
        textOf={(one) => textOf(page, one)}
        action="Restore"
        pending={restore.isPending ? restore.variables.version : undefined}
        disabled={isDirty}
        onTake={(one) => void take(one)}
      />
      {isDirty && mayChange && (
        <Text fz="sm" c="dimmed" mt="sm">
          Save your changes before you restore a version, or they will be lost.
        </Text>
      )}
    </>
  );
}

/** Returns a version as lines of text. */
function textOf(page: PageKey, { texts, hidden, blocks }: PageBlocksVersion): string {
  const names = new Map<string, string>(sectionsOf(page));
  return [
    ...Object.entries(texts).map(([key, value]) =>
      [`# ${partNames[key] ?? key}`, ...linesOf({ text: value })].join('\n'),
    ),
    ...hidden.map((name) => `Hidden: ${names.get(name) ?? name}`),
    blocksText(blocks),
  ]
    .filter(Boolean)
    .join('\n\n');
}
