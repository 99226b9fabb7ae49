import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { useQuery } from '~/web/lib/queries';

export function FormForm(props: BlockFormProps<'form'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.forms.page.queryOptions({}));
  const texts = blockTexts(props);
  const options = (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = options.some(({ value }) => value === String(block.formId));
  const chosen = block.formId === 0 ? null : String(block.formId);
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...texts('title')} />
      <Textarea label="Text above" autosize minRows={2} {...texts('text')} />
      <Select
        label="Form"
        placeholder="Choose a form"
        allowDeselect={false}
        data={
          chosen && !isKnown
            ? [...options, { value: chosen, label: data ? 'Deleted, not shown' : '…' }]
            : options
        }
        value={chosen}
        error={errorOf('formId')}
        onChange={(value) => onChange({ ...block, formId: Number(value) })}
      />
      {data?.rows.length === 0 && (
        <Text fz="sm" c="dimmed">
          No forms yet. Create one in Forms.
        </Text>
      )}
    </Stack>
  );
}
