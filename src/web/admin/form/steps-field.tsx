import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';

import { IconPlus } from '~/web/ui/icons';
import { RowTools } from './row-tools';

interface Passage {
  title: string;
  text: string;
}

/**
 * Field for an ordered list of passages with titles, such as steps or values. Passages without a title are dropped on save.
 */
export function StepsField(props: {
  label: string;
  noun: string;
  steps: Passage[];
  error?: string | undefined;
  onChange(steps: Passage[]): void;
}) {
  const { label, noun, steps, error, onChange } = props;
  const change = (at: number, part: Partial<Passage>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...part } : step)));
  return (
    <Fieldset legend={label}>
      <Stack gap="md">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={6} flex={1}>
              <TextInput
                aria-label={`Title of ${noun} ${index + 1}`}
                placeholder="Title"
                value={step.title}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
              />
              <Textarea
                aria-label={`Description of ${noun} ${index + 1}`}
                placeholder="Description"
                autosize
                minRows={2}
                value={step.text}
                onChange={(event) => change(index, { text: event.currentTarget.value })}
              />
            </Stack>
            <RowTools noun={noun} index={index} rows={steps} isUpright onChange={onChange} />
          </Group>
        ))}
        {error && (
          <Text c="red" fz="xs" role="alert">
            {error}
          </Text>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...steps, { title: '', text: '' }])}
          style={{ alignSelf: 'flex-start' }}
        >
          Add {noun}
        </Button>
      </Stack>
    </Fieldset>
  );
}
