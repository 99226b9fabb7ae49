import { Checkbox, Group, Table } from '@mantine/core';

/** Shows checkboxes in named rows, such as the permissions for each kind of record. */
export function CheckboxRows<Value extends string>(props: {
  label: string;
  rows: readonly { noun: string; options: readonly { value: Value; label: string }[] }[];
  value: Value[];
  error: string | undefined;
  onChange(value: Value[]): void;
}) {
  const { label, rows, value, error, onChange } = props;
  return (
    <Checkbox.Group
      label={label}
      required
      value={value}
      error={error}
      onChange={(given) => onChange(given as Value[])}
    >
      <Table mt={4}>
        <Table.Tbody>
          {rows.map(({ noun, options }) => (
            <Table.Tr key={noun}>
              <Table.Th scope="row">{noun}</Table.Th>
              <Table.Td>
                <Group gap="md">
                  {options.map((option) => (
                    <Checkbox
                      key={option.value}
                      {...option}
                      aria-label={`${noun}: ${option.label}`}
                    />
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Checkbox.Group>
  );
}
