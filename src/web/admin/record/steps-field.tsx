import { ActionIcon, Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';

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
  const move = (from: number, to: number) => {
    const next = [...steps];
    const [step] = next.splice(from, 1);
    if (step) next.splice(to, 0, step);
    onChange(next);
  };
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
            <Stack gap={2}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${noun} ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${noun} ${index + 1} down`}
                disabled={index === steps.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => onChange(steps.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Stack>
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
