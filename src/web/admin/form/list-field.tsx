import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';

import { IconPlus } from '~/web/ui/icons';
import { RowTools } from './row-tools';

/** Field for rows of text. Empty rows are dropped on save. */
export function ListField(props: {
  label: string;
  /** Name of one row, such as 'feature'. */
  noun: string;
  items: string[];
  error?: string | undefined;
  placeholder?: string;
  /** True if the last row cannot be removed. */
  keepsLast?: boolean;
  onChange(items: string[]): void;
}) {
  const { label, noun, items, onChange, keepsLast = false } = props;
  const rows = useRef<HTMLDivElement>(null);
  const rename = (at: number, text: string) =>
    onChange(items.map((item, index) => (index === at ? text : item)));

  const add = () => {
    onChange([...items, '']);
    requestAnimationFrame(() => {
      const inputs = rows.current?.querySelectorAll('input');
      inputs?.[inputs.length - 1]?.focus();
    });
  };

  return (
    <Fieldset legend={label}>
      <Stack gap="xs" ref={rows} align="stretch">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`}
              placeholder={props.placeholder}
              value={item}
              onChange={(event) => rename(index, event.currentTarget.value)}
              flex={1}
            />
            <RowTools
              noun={noun}
              index={index}
              rows={items}
              keepsLast={keepsLast}
              onChange={onChange}
            />
          </Group>
        ))}
        {props.error && (
          <Text c="red" fz="xs" role="alert">
            {props.error}
          </Text>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          Add {noun}
        </Button>
      </Stack>
    </Fieldset>
  );
}
