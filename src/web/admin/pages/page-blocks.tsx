import { Alert, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { Block } from '~/blocks/block-schemas';
import { BlocksField } from '~/blocks/blocks-field';
import {
  type AdminPageBlocks,
  pageBlocksChangeSchema,
} from '~/contract/own-pages/page-blocks-schema';
import type { PageKey } from '~/contract/pages/pages';
import type { Preview } from '~/contract/settings/settings-form-schema';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';
import { PageBlocksVersions } from './page-blocks-versions';

interface PageBlocksProps {
  page: PageKey;
  /** Shows what is typed in the preview; undefined for what is saved. */
  onTyped(page: Preview['page']): void;
}

/** What the agency adds below the own sections of a page that every site has. */
export function PageBlocks(props: PageBlocksProps) {
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.pageBlocks.get.queryOptions({ page: props.page }, { gcTime: 0 }),
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="page-blocks">
      <Title order={2} fz="h4" id="page-blocks">
        Blocks below
      </Title>
      <Text fz="sm" c="dimmed" mb="md">
        Stand below the page’s own sections, in this order.
      </Text>
      <Loaded query={query}>{(opened) => <Opened {...props} loaded={opened} />}</Loaded>
    </Paper>
  );
}

function Opened({ loaded, ...props }: PageBlocksProps & { loaded: AdminPageBlocks }) {
  // As opened, so that a refetch does not change the input.
  const [opened, setOpened] = useState(loaded);
  return <Form key={opened.version} {...props} opened={opened} onOpened={setOpened} />;
}

function Form(
  props: PageBlocksProps & { opened: AdminPageBlocks; onOpened(blocks: AdminPageBlocks): void },
) {
  const { page, opened, onTyped, onOpened } = props;
  const { api, client } = useRouter().options.context;
  const saving = useMutation(api.admin.pageBlocks.save.mutationOptions());
  const form = useRecordForm<{ blocks: Block[] }>({
    draftName: `page-blocks:${page}:${opened.version}`,
    keeping: { name: `page-blocks:${page}`, version: String(opened.version) },
    initial: { blocks: opened.blocks },
    schema: {
      safeParse: (draft: unknown) =>
        pageBlocksChangeSchema.safeParse({ page, ...(draft as { blocks: Block[] }) }),
    },
    save: async ({ blocks }, overwrite) => {
      const saved = await saving.mutateAsync({
        page,
        blocks,
        ...(!overwrite && { expectedVersion: opened.version }),
      });
      notifyDone('The blocks are saved');
      onOpened(saved);
    },
    onFailed: (error) => notifyFailed(error, 'The blocks could not be saved'),
  });
  const { blocks } = form.draft;
  const { isDirty } = form;
  useEffect(() => {
    onTyped(isDirty ? { title: '', blocks, below: page } : undefined);
  }, [onTyped, isDirty, blocks, page]);
  const missing = opened.missingPictures.length;
  const read = async () => onOpened(await client.admin.pageBlocks.get.query({ page }));
  return (
    <RecordForm
      form={form}
      submitLabel="Save"
      onClose={() => form.set('blocks', opened.blocks)}
      onReload={() => void read()}
    >
      <Stack gap="md">
        {missing > 0 && (
          <Alert color="yellow" title="Pictures are missing">
            {missing === 1 ? 'One picture was' : `${missing} pictures were`} deleted. Visitors do
            not see their blocks: please choose others.
          </Alert>
        )}
        <BlocksField
          blocks={blocks}
          errors={form.errors}
          error={form.errorOf('blocks')}
          onChange={(next) => form.set('blocks', next)}
        />
        <PageBlocksVersions
          page={page}
          version={opened.version}
          onTaken={(earlier) => form.set('blocks', earlier)}
        />
      </Stack>
    </RecordForm>
  );
}
