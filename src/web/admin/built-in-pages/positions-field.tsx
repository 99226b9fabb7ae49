import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';

import type { Position } from '~/contract/settings/settings';

const none: Position = { title: '', terms: '', place: '', text: '' };

/** Field for open positions. Without any, the page shows an empty state. */
export function PositionsField(props: {
  positions: Position[];
  onChange(positions: Position[]): void;
}) {
  const { positions, onChange } = props;
  const change = (at: number, part: Partial<Position>) =>
    onChange(positions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Fieldset legend="Open positions">
      <Stack gap="lg">
        {positions.map((position, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <Stack key={index} gap="xs">
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <TextInput
                label={`Position ${index + 1}`}
                value={position.title}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
              />
              <TextInput
                label="Terms"
                value={position.terms}
                onChange={(event) => change(index, { terms: event.currentTarget.value })}
              />
              <TextInput
                label="Place"
                value={position.place}
                onChange={(event) => change(index, { place: event.currentTarget.value })}
              />
            </SimpleGrid>
            <Textarea
              label="Description"
              autosize
              minRows={2}
              value={position.text}
              onChange={(event) => change(index, { text: event.currentTarget.value })}
            />
            <Group>
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                onClick={() => onChange(positions.filter((_, at) => at !== index))}
              >
                Remove {position.title || 'this position'}
              </Button>
            </Group>
          </Stack>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={() => onChange([...positions, none])}>
            Add position
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
