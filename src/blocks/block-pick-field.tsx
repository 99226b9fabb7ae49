import { MultiSelect, NumberInput, Select, SimpleGrid } from '@mantine/core';

/** Field for the rows that a block shows: selected by a rule, or chosen in an order. */
export function BlockPickField<
  Picked extends { pick: string; category: string; ids: number[]; limit: number },
>(props: {
  /** Plural name, such as 'services'. */
  nouns: string;
  picked: Picked;
  rules: { value: string; label: string }[];
  categories: { value: string; label: string }[];
  /** Available rows; undefined until loaded. */
  rows: { id: number; name: string }[] | undefined;
  errorOf(path: string): string | undefined;
  onChange(part: Partial<Picked>): void;
}) {
  const { nouns, picked, rules, categories, rows, errorOf, onChange } = props;
  const { pick, category, ids, limit } = picked;
  // A deleted row stays in the block, and is marked as deleted.
  const names = new Map(rows?.map(({ id, name }) => [id, name]));
  const options = [
    ...(rows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ...ids
      .filter((id) => !names.has(id))
      .map((id) => ({ value: String(id), label: rows ? 'Deleted, not shown' : '…' })),
  ];
  const change = (part: object) => onChange(part as Partial<Picked>);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={`Which ${nouns}`}
        data={[
          ...rules,
          { value: 'category', label: 'By category' },
          { value: 'chosen', label: 'Selected' },
        ]}
        value={pick}
        allowDeselect={false}
        onChange={(value) => change({ pick: value })}
      />
      {pick === 'category' && (
        <Select
          label="Category"
          data={categories}
          value={category}
          allowDeselect={false}
          onChange={(value) => change({ category: value })}
        />
      )}
      {pick === 'chosen' ? (
        <MultiSelect
          label="Shown, in this order"
          searchable
          data={options}
          value={ids.map(String)}
          error={errorOf('ids')}
          onChange={(values) => change({ ids: values.map(Number) })}
        />
      ) : (
        <NumberInput
          label="At most"
          min={1}
          max={50}
          value={limit}
          error={errorOf('limit')}
          onChange={(value) => change({ limit: Number(value) })}
        />
      )}
    </SimpleGrid>
  );
}
