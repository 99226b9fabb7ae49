import {
  Alert,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';

import type { MappingGuess, RowPreview, TablePreview } from '~/contract/bank/bank-schema';
import { type CsvMapping, csvMappingSchema } from '~/contract/bank/csv-mapping-schema';
import { formatAmount } from '~/contract/common/currencies';
import { type DateOrder, dateOrderLabels } from '~/contract/values/date-orders';
import type { DecimalSign } from '~/contract/values/numbers';
import type { TextEncoding } from '~/contract/values/text-encodings';
import { Dialog } from '~/web/admin/ui/dialog';
import { EncodingChoice } from '~/web/admin/ui/encoding-choice';
import { When } from '~/web/admin/ui/when';
import { RefusedFile, readTablePreview } from './send-statement';

/** Columns that a table may lack. */
const optionalColumns = [
  ['debit', 'Money out, if in its own column'],
  ['name', 'Counterparty'],
  ['iban', 'Counterparty IBAN'],
  ['valueDate', 'Value date'],
  ['state', 'Status, such as booked or pending'],
  ['currencyColumn', 'Currency of entry'],
  ['accountColumn', 'Account of entry, if several'],
  ['bankReference', 'Bank reference'],
] as const;

type Shown = Pick<TablePreview, 'read' | 'problem' | 'directionWords' | 'stateWords'>;

type ColumnKey = 'date' | 'amount' | (typeof optionalColumns)[number][0];

/**
 * Dialog that assigns the columns of a table and shows a preview of its rows. The assignment is
 * stored with the account.
 */
export function ColumnsDialog(props: {
  table: TablePreview;
  file: File;
  onSend(mapping: CsvMapping): Promise<void>;
  onClose(): void;
}) {
  const { file, onSend, onClose } = props;
  const [table, setTable] = useState(props.table);
  const [draft, setDraft] = useState<MappingGuess>(props.table.guess);
  const [shown, setShown] = useState<Shown>(props.table);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [pending, setPending] = useState(false);
  const [reading, setReading] = useState(false);
  const latest = useRef(0);

  /**
   * Reads the rows again with a changed mapping. Ignores the response if the mapping has changed
   * since.
   */
  const read = async (next: MappingGuess) => {
    latest.current += 1;
    const turn = latest.current;
    // The account does not affect how rows are read.
    const mapping = csvMappingSchema.safeParse({ ...next, account: next.account || 'unknown' });
    if (!mapping.success) {
      setShown({ read: null, problem: null, directionWords: [], stateWords: [] });
      return;
    }
    setReading(true);
    const answer = await readTablePreview(file, { mapping: mapping.data }).catch(unread);
    if (turn !== latest.current) return;
    setReading(false);
    if (answer) setShown(answer);
  };

  /**
   * Reads the table in another encoding. This changes the column names, and therefore the guessed
   * columns.
   */
  const readIn = async (encoding: TextEncoding) => {
    latest.current += 1;
    const turn = latest.current;
    setDraft({ ...draft, encoding });
    setReading(true);
    const answer = await readTablePreview(file, { encoding }).catch(unread);
    if (turn !== latest.current) return;
    setReading(false);
    if (!answer) return;
    setShown(answer);
    if (!('guess' in answer)) return;
    setTable(answer);
    setDraft({ ...answer.guess, account: draft.account || answer.guess.account });
  };

  const set = (change: Partial<MappingGuess>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (!('account' in change)) void read(next);
  };

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

  const errorAt = (field: string) =>
    errors[field] ?? (shown.problem?.field === field ? shown.problem.message : undefined);
  const choices = table.columns.map((name, at) => ({ value: String(at), label: name }));
  const column = (key: ColumnKey, label: string, isRequired = false) => (
    <NativeSelect
      key={key}
      label={label}
      required={isRequired}
      value={String(draft[key] ?? '')}
      data={[{ value: '', label: isRequired ? 'Please choose' : 'None' }, ...choices]}
      error={errorAt(key)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        set({
          [key]: value === '' ? null : Number(value),
          ...(key === 'state' && { stateWords: undefined }),
        });
      }}
    />
  );

  return (
    <Dialog title="Match the columns" onClose={onClose} size="xl">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text fz="sm" className="bank-words">
            The first rows of “{file.name}”. Your answer is remembered for the account.
          </Text>
          {table.encodings.length > 0 && (
            <EncodingChoice
              choices={table.encodings}
              value={draft.encoding}
              error={errorAt('encoding')}
              onChange={(encoding) => void readIn(encoding)}
            />
          )}
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
              description="For entries without a currency"
              required
              maxLength={3}
              value={draft.currency}
              error={errorAt('currency')}
              onChange={(event) =>
                // The decimal sign depends on the number of decimals in the currency.
                set({ currency: event.currentTarget.value.toUpperCase(), decimal: null })
              }
            />
            {column('date', 'Date', true)}
            <NativeSelect
              label="Date format"
              value={draft.dateOrder ?? ''}
              error={errorAt('dateOrder')}
              data={[
                { value: '', label: 'As the dates show' },
                ...Object.entries(dateOrderLabels).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(event) =>
                set({ dateOrder: (event.currentTarget.value || null) as DateOrder | null })
              }
            />
            {column('amount', 'Amount or money in', true)}
            <NativeSelect
              label="Decimal separator"
              value={draft.decimal ?? ''}
              error={errorAt('decimal')}
              data={[
                { value: '', label: 'As the amounts show' },
                { value: ',', label: 'Comma, such as 1.250,50' },
                { value: '.', label: 'Point, such as 1,250.50' },
              ]}
              onChange={(event) =>
                set({ decimal: (event.currentTarget.value || null) as DecimalSign | null })
              }
            />
            <MultiSelect
              label="Payment reference"
              description="We look for invoice numbers here"
              data={choices}
              value={draft.reference.map(String)}
              maxValues={5}
              error={errors.reference}
              comboboxProps={{ withinPortal: true }}
              onChange={(values) => set({ reference: values.map(Number) })}
            />
            <NativeSelect
              label="In/out column"
              value={draft.direction === null ? 'none' : String(draft.direction ?? '')}
              data={[
                { value: '', label: 'As the amounts show' },
                { value: 'none', label: 'None: amounts without a sign came in' },
                ...choices,
              ]}
              error={errorAt('direction')}
              onChange={(event) => {
                const { value } = event.currentTarget;
                const direction =
                  value === '' ? undefined : value === 'none' ? null : Number(value);
                set({ direction, directionWords: undefined });
              }}
            />
            <NativeSelect
              label="Positive amounts"
              value={draft.areCharges === undefined ? '' : draft.areCharges ? 'charges' : 'in'}
              data={[
                { value: '', label: 'As the table shows' },
                { value: 'in', label: 'Money in' },
                { value: 'charges', label: 'Money out, as charges of credit cards' },
              ]}
              error={errorAt('areCharges')}
              onChange={(event) => {
                const { value } = event.currentTarget;
                set({ areCharges: value === '' ? undefined : value === 'charges' });
              }}
            />
            {optionalColumns.map(([key, label]) => column(key, label))}
          </SimpleGrid>
          <Words
            legend="Words in the in/out column"
            words={shown.directionWords.map(({ word, direction }) => ({
              word,
              meaning: draft.directionWords?.[word] ?? direction,
            }))}
            meanings={{ in: 'Money in', out: 'Money out' }}
            onChange={(word, meaning) =>
              set({ directionWords: { ...draft.directionWords, [word]: meaning } })
            }
          />
          <Words
            legend="Words in the status column"
            words={shown.stateWords.map(({ word, state }) => ({
              word,
              meaning: draft.stateWords?.[word] ?? state,
            }))}
            meanings={{ booked: 'Booked', unbooked: 'Not booked' }}
            onChange={(word, meaning) =>
              set({ stateWords: { ...draft.stateWords, [word]: meaning } })
            }
          />
          {shown.read && <ReadRows read={shown.read} />}
          {errorAt('') && (
            <Alert color="red" role="alert" className="bank-words">
              {errorAt('')}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={pending} disabled={reading || shown.problem !== null}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const unread = (error: Error): Shown => ({
  ...{ read: null, directionWords: [], stateWords: [] },
  problem: { field: '', message: error.message },
});

/**
 * Fields for the meanings of a column's values. Unknown values need a meaning before their rows can
 * be imported.
 */
function Words<Meaning extends string>({
  legend,
  words,
  meanings,
  onChange,
}: {
  legend: string;
  words: readonly { word: string; meaning: Meaning | null }[];
  meanings: Record<Meaning, string>;
  onChange(word: string, meaning: Meaning): void;
}) {
  if (words.length === 0) return null;
  return (
    <Fieldset legend={legend}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {words.map(({ word, meaning }) => (
          <NativeSelect
            key={word}
            label={word}
            value={meaning ?? ''}
            data={[
              ...(meaning ? [] : [{ value: '', label: 'Please choose' }]),
              ...Object.entries<string>(meanings).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => onChange(word, event.currentTarget.value as Meaning)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

/** Shows rows as they will be imported, to compare them with the file. */
function ReadRows({ read }: { read: NonNullable<TablePreview['read']> }) {
  const amount = ({ amount, currency, isCredit }: RowPreview) =>
    amount && `${isCredit ? '+' : '−'}${formatAmount(amount, currency)}`;
  return (
    <div>
      <Text fz="sm" fw={600}>
        As read: {read.entries === 1 ? '1 entry' : `${read.entries} entries`}
      </Text>
      <Table.ScrollContainer minWidth={600} mah={300}>
        <Table verticalSpacing={4} fz="sm" className="bank-rows" aria-label="Rows as read">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Date</Table.Th>
              <Table.Th>Amount</Table.Th>
              <Table.Th>Direction</Table.Th>
              <Table.Th>Name and text</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {read.rows.map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td>{row.line}</Table.Td>
                {row.problem ? (
                  <Table.Td colSpan={4}>
                    <Text c="red" fz="inherit">
                      {row.problem}
                    </Text>
                  </Table.Td>
                ) : (
                  <>
                    <Table.Td>
                      <When at={row.bookedOn} isDate />
                    </Table.Td>
                    <Table.Td>{amount(row)}</Table.Td>
                    <Table.Td>{row.isCredit ? 'In' : 'Out'}</Table.Td>
                    <Table.Td>{[row.name, row.reference].filter(Boolean).join(', ')}</Table.Td>
                  </>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {read.notes.map((note) => (
        <Text key={note} fz="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </div>
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
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Table.Td key={at}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
