import {
  Alert,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { dateOrderLabels, type dateOrders, type decimalSigns } from '~/contract/bank/bank';
import type { MappingGuess, TablePreview } from '~/contract/bank/bank-schema';
import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { RefusedFile } from './send-statement';

/** Columns that a table may not have. */
const optionalColumns = [
  ['debit', 'Money out, where it has its own column'],
  ['direction', 'In or out, where a column says it'],
  ['name', 'Name of the other side'],
  ['iban', 'IBAN of the other side'],
  ['valueDate', 'Value date'],
  ['currencyColumn', 'Currency of each entry'],
  ['bankReference', 'Reference of the bank'],
] as const;

type ColumnKey = 'date' | 'amount' | (typeof optionalColumns)[number][0];

/** Says which column of a table is which, beside its first rows; the answer is kept for the account. */
export function ColumnsDialog(props: {
  table: TablePreview;
  fileName: string;
  onSend(mapping: CsvMapping): Promise<void>;
  onClose(): void;
}) {
  const { table, onSend, onClose } = props;
  const [draft, setDraft] = useState<MappingGuess>(table.guess);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [pending, setPending] = useState(false);
  const set = (change: Partial<MappingGuess>) => setDraft((before) => ({ ...before, ...change }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = csvMappingSchema.safeParse(draft);
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => [path.join('.'), message]);
      setErrors(Object.fromEntries(issues));
      return;
    }
    setErrors({});
    setPending(true);
    try {
      await onSend(checked.data);
    } catch (error) {
      const issues = error instanceof RefusedFile ? error.issues : [];
      const atFields = issues.map(({ path, message }) => [path.replace(/^\w+\.?/, ''), message]);
      setErrors({ '': (error as Error).message, ...Object.fromEntries(atFields) });
    } finally {
      setPending(false);
    }
  };

  const choices = table.columns.map((name, at) => ({ value: String(at), label: name }));
  const column = (key: ColumnKey, label: string, isRequired = false) => (
    <NativeSelect
      key={key}
      label={label}
      required={isRequired}
      value={draft[key] === null ? '' : String(draft[key])}
      data={[{ value: '', label: isRequired ? 'Please choose' : 'None' }, ...choices]}
      error={errors[key]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        set({ [key]: value === '' ? null : Number(value) });
      }}
    />
  );

  return (
    <Dialog title="Which column is which?" onClose={onClose} size="xl">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text fz="sm" className="bank-words">
            The first rows of “{props.fileName}”. Your answer is kept for the account.
          </Text>
          <Rows table={table} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="IBAN of your account"
              required
              value={draft.account}
              error={errors.account}
              onChange={(event) => set({ account: event.currentTarget.value })}
            />
            <TextInput
              label="Currency"
              description="Of entries that do not say it"
              required
              maxLength={3}
              value={draft.currency}
              error={errors.currency}
              onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
            />
            {column('date', 'Date', true)}
            <NativeSelect
              label="Order of dates"
              value={draft.dateOrder}
              data={Object.entries(dateOrderLabels).map(([value, label]) => ({ value, label }))}
              onChange={(event) =>
                set({ dateOrder: event.currentTarget.value as (typeof dateOrders)[number] })
              }
            />
            {column('amount', 'Amount, or money in', true)}
            <NativeSelect
              label="Sign before the cents"
              value={draft.decimal}
              data={[
                { value: ',', label: 'Comma, such as 1.250,50' },
                { value: '.', label: 'Point, such as 1,250.50' },
              ]}
              onChange={(event) =>
                set({ decimal: event.currentTarget.value as (typeof decimalSigns)[number] })
              }
            />
            <MultiSelect
              label="Text of the payer"
              description="Where numbers of invoices are looked for"
              data={choices}
              value={draft.reference.map(String)}
              maxValues={5}
              error={errors.reference}
              comboboxProps={{ withinPortal: true }}
              onChange={(values) => set({ reference: values.map(Number) })}
            />
            {optionalColumns.map(([key, label]) => column(key, label))}
          </SimpleGrid>
          {errors[''] && (
            <Alert color="red" role="alert" className="bank-words">
              {errors['']}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={pending}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Rows({ table: { columns, rows } }: { table: TablePreview }) {
  return (
    <Table.ScrollContainer minWidth={columns.length * 120} mah={260}>
      <Table verticalSpacing={4} fz="sm" className="bank-rows" aria-label="First rows of the file">
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and stay in place
              <Table.Th key={at}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity, and stay in place
            <Table.Tr key={row}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <Table.Td key={at}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
