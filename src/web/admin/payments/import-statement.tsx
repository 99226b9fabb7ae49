import { Alert, Button, FileButton, Group, Paper, Text, Title } from '@mantine/core';
import { type DragEvent, useState } from 'react';

import { statementBytesMax } from '~/contract/bank/bank';
import type { ImportedStatement, TablePreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import { useRefresh } from '~/web/shell/live';
import { ColumnsDialog } from './columns-dialog';
import { RefusedFile, readTablePreview, sendStatement } from './send-statement';

const entriesInWords = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

/** Describes the result of an import. */
function resultInWords({ entries, new: fresh, booked, proposed, alreadyKnown }: ImportedStatement) {
  if (entries === 0) return 'The statement has no entries.';
  if (fresh === 0) {
    return `Nothing new: ${entriesInWords(entries)} already imported.`;
  }
  const known = alreadyKnown > 0 ? `, ${alreadyKnown} already imported` : '';
  const done = booked > 0 ? ` ${booked} matched automatically.` : '';
  const rest = fresh - booked - proposed;
  const out = rest > 0 ? ` ${rest} outgoing, skipped.` : '';
  return `${entriesInWords(fresh)} new${known}.${done} ${proposed} to match.${out}`;
}

/** Uploads a bank file that was selected or dropped. For a table, asks for its columns. */
export function ImportStatement() {
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<ImportedStatement>();
  const [problem, setProblem] = useState('');
  const [asked, setAsked] = useState<{ file: File; table: TablePreview }>();

  const send = async (file: File, mapping?: CsvMapping) => {
    setResult(await sendStatement(file, mapping));
    setAsked(undefined);
    await refresh();
  };

  const take = async (file: File) => {
    setProblem('');
    setResult(undefined);
    if (file.size > statementBytesMax) {
      setProblem(
        `“${file.name}” is larger than ${statementBytesMax / 1_000_000} MB. Please export shorter periods.`,
      );
      return;
    }
    setPending(true);
    try {
      await send(file);
    } catch (error) {
      const isTable = error instanceof RefusedFile && error.needsColumns;
      const table = isTable ? await readTablePreview(file).catch(() => null) : null;
      // If the server cannot read the table, the error of the first request contains the reason.
      if (table) setAsked({ file, table });
      else setProblem(`“${file.name}”: ${(error as Error).message}`);
    } finally {
      setPending(false);
    }
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !pending) void take(file);
  };

  return (
    <Paper
      p="md"
      mb="md"
      component="section"
      aria-label="Import a statement"
      className="bank-drop"
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group justify="space-between" gap="sm">
        <div className="bank-words">
          <Title order={2} fz="md">
            Import a statement
          </Title>
          <Text c="dimmed" fz="sm">
            CAMT.053, MT940 or CSV from your bank. Drop the file here. Entries already imported are
            skipped.
          </Text>
        </div>
        <FileButton
          accept=".xml,.sta,.mt940,.940,.txt,.csv,.tsv,text/xml,application/xml,text/csv,text/plain"
          onChange={(file) => file && void take(file)}
          inputProps={{ 'aria-label': 'Bank statement' }}
        >
          {(button) => (
            <Button {...button} loading={pending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      {problem && (
        <Alert color="red" role="alert" mt="sm" className="bank-words">
          {problem}
        </Alert>
      )}
      {result && (
        <Text role="status" mt="sm" fz="sm">
          {[resultInWords(result), ...result.notes].join(' ')}
        </Text>
      )}
      {asked && (
        <ColumnsDialog
          table={asked.table}
          file={asked.file}
          onSend={(mapping) => send(asked.file, mapping)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Paper>
  );
}
