import { Alert, Checkbox, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { Block } from '~/blocks/block-schemas';
import { BlocksField } from '~/blocks/blocks-field';
import type { PageKey } from '~/contract/built-in-pages/built-in-pages';
import {
  type AdminPageBlocks,
  pageBlocksChangeSchema,
} from '~/contract/built-in-pages/page-blocks-schema';
import { type PageSection, sectionsOf } from '~/contract/built-in-pages/page-sections';
import { RecordForm } from '~/web/admin/form/record-form';
import type { PreviewDraft } from '~/web/admin/form/site-preview';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';

interface PageBlocksProps {
  page: PageKey;
  /** Called with the unsaved input for the preview; undefined shows the saved state. */
  onTyped(draft: PreviewDraft | undefined): void;
}

interface Fields {
  blocks: Block[];
  hidden: PageSection[];
}

/** Forms for the visible sections of a built-in page, and the agency's blocks below them. */
export function PageBlocks(props: PageBlocksProps) {
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.pageBlocks.get.queryOptions({ page: props.page }, { gcTime: 0 }),
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="page-blocks">
      <Title order={2} fz="h4" id="page-blocks">
        Sections
      </Title>
      <Text fz="sm" c="dimmed" mb="md">
        Clear a section to hide it. Your own blocks follow below in this order.
      </Text>
      <Loaded query={query}>{(opened) => <Opened {...props} loaded={opened} />}</Loaded>
    </Paper>
  );
}

function Opened({ loaded, ...props }: PageBlocksProps & { loaded: AdminPageBlocks }) {
  // Keeps the data as it was when the form opened, so that a refetch does not change the input.
  const [opened, setOpened] = useState(loaded);
  return <Form key={opened.version} {...props} opened={opened} onOpened={setOpened} />;
}

function Form(
  props: PageBlocksProps & { opened: AdminPageBlocks; onOpened(blocks: AdminPageBlocks): void },
) {
  const { page, opened, onTyped, onOpened } = props;
  const { api, client } = useRouter().options.context;
  const saving = useMutation(api.admin.pageBlocks.save.mutationOptions());
  const form = useRecordForm<Fields>({
    keeping: `page-blocks:${page}`,
    initial: { blocks: opened.blocks, hidden: opened.hidden },
    schema: {
      safeParse: (draft: unknown) =>
        pageBlocksChangeSchema.safeParse({ page, ...(draft as Fields) }),
    },
    save: async ({ blocks, hidden }, overwrite) => {
      const saved = await saving.mutateAsync({
        ...{ page, blocks, hidden },
        ...(!overwrite && { expectedVersion: opened.version }),
      });
      notifyDone('Sections saved');
      // Deletes the unsaved input before the form is remounted, because the form would restore it.
      form.unsaved.forget();
      onOpened(saved);
      await api.admin.pageBlocks.versions.invalidate({ page });
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the sections'),
  });
  const { blocks, hidden } = form.draft;
  const { isDirty } = form;
  useEffect(() => {
    onTyped(isDirty ? { page: { title: '', blocks, hidden, below: page } } : undefined);
  }, [onTyped, isDirty, blocks, hidden, page]);
  const missing = opened.missingPictures.length;
  const read = async () => onOpened(await client.admin.pageBlocks.get.query({ page }));
  return (
    <RecordForm
      form={form}
      submitLabel="Save"
      onClose={() => {
        form.set('blocks', opened.blocks);
        form.set('hidden', opened.hidden);
      }}
      onReload={() => void read()}
    >
      <Stack gap="md">
        {missing > 0 && (
          <Alert color="yellow" title="Pictures are missing">
            {missing === 1 ? 'One picture was' : `${missing} pictures were`} deleted. Visitors don’t
            see these blocks. Please choose other pictures.
          </Alert>
        )}
        <OwnSections page={page} hidden={hidden} onChange={(next) => form.set('hidden', next)} />
        <BlocksField
          emptyText="No blocks yet."
          blocks={blocks}
          errors={form.errors}
          error={form.errorOf('blocks')}
          onChange={(next) => form.set('blocks', next)}
        />
      </Stack>
    </RecordForm>
  );
}

/** Field that shows or hides the page's sections. */
function OwnSections(props: {
  page: PageKey;
  hidden: PageSection[];
  onChange(hidden: PageSection[]): void;
}) {
  const { page, hidden, onChange } = props;
  const sections = sectionsOf(page);
  if (sections.length === 0) return null;
  const shown = sections.map(([name]) => name).filter((name) => !hidden.includes(name));
  return (
    <Checkbox.Group
      label="Built-in sections"
      value={shown}
      onChange={(next) =>
        onChange(sections.map(([name]) => name).filter((name) => !next.includes(name)))
      }
    >
      <Stack gap="xs" mt="xs">
        {sections.map(([name, label]) => (
          <Checkbox key={name} value={name} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
