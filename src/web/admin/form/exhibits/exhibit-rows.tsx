import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';

import { RowTools } from '~/web/admin/form/row-tools';
import { IconPlus } from '~/web/ui/icons';

interface Column {
  key: string;
  label: string;
  /** Type of the value; omitted for a text. */
  type?: 'number' | 'whole' | { value: string; label: string }[];
}

/** Field for the rows of an exhibit, such as its bars. */
export function ExhibitRows<Row extends object>(props: {
  label: string;
  noun: string;
  columns: Column[];
  rows: Row[];
  /** Path of the list within the exhibit. */
  path: string;
  empty: Row;
  max: number;
  errorOf(path: string): string | undefined;
  onChange(rows: Row[]): void;
}) {
  const { label, noun, columns, rows, path, empty, max, errorOf, onChange } = props;
  const change = (at: number, part: object) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <Group key={index} gap="xs" align="flex-end" wrap="wrap">
            {columns.map(({ key, label: name, type }) => {
              const shared = {
                label: `${name}, ${noun} ${index + 1}`,
                error: errorOf(`${path}.${index}.${key}`),
              };
              const value = (row as Record<string, string | number | undefined>)[key] ?? '';
              if (Array.isArray(type)) {
                return (
                  <Select
                    key={key}
                    {...shared}
                    w={120}
                    data={type}
                    value={String(value)}
                    allowDeselect={false}
                    onChange={(chosen) => change(index, { [key]: chosen })}
                  />
                );
              }
              if (type) {
                return (
                  <NumberInput
                    key={key}
                    {...shared}
                    w={120}
                    min={0}
                    allowDecimal={type === 'number'}
                    value={value}
                    onChange={(typed) => change(index, { [key]: typed })}
                  />
                );
              }
              return (
                <TextInput
                  key={key}
                  {...shared}
                  flex={1}
                  miw={140}
                  value={String(value)}
                  onChange={(event) => change(index, { [key]: event.currentTarget.value })}
                />
              );
            })}
            <RowTools noun={noun} index={index} rows={rows} onChange={onChange} />
          </Group>
        ))}
        {errorOf(path) && (
          <Text c="red" fz="sm" role="alert">
            {errorOf(path)}
          </Text>
        )}
        {rows.length < max && (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onChange([...rows, { ...empty }])}
            >
              Add {noun}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
