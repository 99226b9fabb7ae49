import { Button, Fieldset, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts, ListError } from '~/blocks/block-form';
import { MarkdownField } from '~/web/admin/form/markdown-field';
import { RowTools } from '~/web/admin/form/row-tools';
import { IconPlus } from '~/web/ui/icons';

export function QuestionsForm(props: BlockFormProps<'questions'>) {
  const { block, errorOf, onChange } = props;
  const { items, from } = block;
  const setItems = (next: typeof items) => onChange({ ...block, items: next });
  const change = (at: number, part: Partial<(typeof items)[number]>) =>
    setItems(items.map((item, index) => (index === at ? { ...item, ...part } : item)));
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <SegmentedControl
        aria-label="Questions"
        data={[
          { value: 'own', label: 'For this page' },
          { value: 'prices', label: 'From the pricing page' },
        ]}
        value={from}
        onChange={(value) => onChange({ ...block, from: value as typeof from })}
      />
      {from === 'own' && (
        <>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            <Fieldset key={index} legend={`Question ${index + 1}`}>
              <Stack gap="xs">
                <TextInput
                  label={`Text of question ${index + 1}`}
                  value={item.question}
                  error={errorOf(`items.${index}.question`)}
                  onChange={(event) => change(index, { question: event.currentTarget.value })}
                />
                <MarkdownField
                  label={`Answer to question ${index + 1}`}
                  description="Markdown"
                  minRows={2}
                  maxRows={16}
                  value={item.answer}
                  error={errorOf(`items.${index}.answer`)}
                  onChange={(answer) => change(index, { answer })}
                />
                <RowTools noun="question" index={index} rows={items} onChange={setItems} />
              </Stack>
            </Fieldset>
          ))}
          {errorOf('items') && <ListError>{errorOf('items')}</ListError>}
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setItems([...items, { question: '', answer: '' }])}
            >
              Add question
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
