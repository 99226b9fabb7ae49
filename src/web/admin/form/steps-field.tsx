import { Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { RowTools } from './row-tools';

interface Passage {
  title: string;
  text: string;
}

/** Titled passages in an order: steps, reasons, values. Those without a title are dropped on saving. */
export function StepsField(props: {
  label: string;
  noun: string;
  steps: Passage[];
  onChange(steps: Passage[]): void;
}) {
  const { label, noun, steps, onChange } = props;
  const change = (at: number, part: Partial<Passage>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...part } : step)));
  return (
    <Fieldset legend={label}>
      <Stack gap="md">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
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
