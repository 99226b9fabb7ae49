import { Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { MarkdownField } from '~/web/admin/form/markdown-field';
import { keepPreviousData, useQuery } from '~/web/lib/queries';

import '~/web/ui/prose.css';

const previewAfterMs = 400;

/** Markdown, and beside it what readers will see; on a phone one of the two. */
export function BodyField(props: {
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
}) {
  const { client } = useRouter().options.context;
  const isWide = useMediaQuery('(min-width: 62em)', true);
  const [view, setView] = useState('write');
  const [body] = useDebouncedValue(props.value, previewAfterMs);
  const preview = useQuery({
    queryKey: ['post-preview', body],
    queryFn: () => client.admin.blog.preview.mutate({ body }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

  const field = (
    <MarkdownField
      label="Text"
      description="Markdown. Pictures can be pasted or dropped; what stands between their brackets describes them to those who do not see them."
      minRows={16}
      maxRows={32}
      value={props.value}
      error={props.error}
      onChange={props.onChange}
    />
  );
  const seen = (
    <div>
      <Text fz="sm" fw={500} id="preview-title">
        Preview
      </Text>
      <Paper withBorder p="md" mt={4} className="post-preview" aria-labelledby="preview-title">
        {preview.error ? (
          <Text c="red" fz="sm">
            The preview could not be made.
          </Text>
        ) : (
          <div
            className="prose"
            // Rendered from Markdown on the server, without raw HTML.
            dangerouslySetInnerHTML={{ __html: preview.data?.html ?? '' }}
          />
        )}
      </Paper>
    </div>
  );

  if (isWide) {
    return (
      <SimpleGrid cols={2} spacing="lg">
        {field}
        {seen}
      </SimpleGrid>
    );
  }
  return (
    <>
      <SegmentedControl
        value={view}
        onChange={setView}
        mb="sm"
        data={[
          { value: 'write', label: 'Write' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      {view === 'write' ? field : seen}
    </>
  );
}
