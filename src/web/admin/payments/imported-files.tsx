import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { statementFormatNames } from '~/contract/bank/bank';
import type { BankStatement } from '~/contract/bank/bank-schema';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Pager } from '~/web/admin/table/pager';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const pageSize = 25;

/** Lists imported files, newest first. */
export function ImportedFiles() {
  const { api } = useRouter().options.context;
  const { page } = useAdminSearch();
  const query = useQuery(
    api.admin.bank.statementsPage.queryOptions({ page, pageSize }, untilItComes),
  );
  if (query.error) return <FailedQuery error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Skeleton height={160} />;
  if (query.data.rows.length === 0) {
    return (
      <Text c="dimmed" py="xl">
        No statements imported yet.
      </Text>
    );
  }
  return (
    <>
      <Stack component="ol" gap="sm" className="bank-entries" aria-label="Imported files">
        {query.data.rows.map((file) => (
          <File key={file.id} file={file} />
        ))}
      </Stack>
      <Pager total={query.data.total} size={pageSize} />
    </>
  );
}

const counted = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

function File({ file }: { file: BankStatement }) {
  const { fileName, format, accounts, entries, booked, proposed, notes } = file;
  const mayRemove = useCan()('invoices.write') && booked === 0;
  const facts = [
    counted(entries),
    file.new < entries && `${file.new} new`,
    booked > 0 && `${booked} matched`,
    proposed > 0 && `${proposed} to match`,
  ];
  return (
    <Paper withBorder p="md" component="li" aria-label={fileName}>
      <Group justify="space-between">
        <div className="bank-words">
          <Text>{fileName}</Text>
          <Text c="dimmed" fz="sm">
            {[statementFormatNames[format], ...accounts].join(', ')}
          </Text>
          <Text fz="sm">{facts.filter(Boolean).join(', ')}</Text>
          <Text c="dimmed" fz="sm">
            <When at={file.createdAt} />, imported by {file.importedBy}
          </Text>
          {notes.map((note) => (
            <Text key={note} c="dimmed" fz="sm">
              {note}
            </Text>
          ))}
        </div>
        {mayRemove && <Remove file={file} />}
      </Group>
    </Paper>
  );
}

function Remove({ file }: { file: BankStatement }) {
  const { api } = useRouter().options.context;
  const remove = useMutation(
    api.admin.bank.removeStatement.mutationOptions(
      outcome({
        done: success('Statement removed'),
        failed: 'Failed to remove the statement',
      }),
    ),
  );
  return (
    <ConfirmButton
      label="Remove"
      name={`Remove ${file.fileName}`}
      confirm={`Remove ${counted(file.new)}`}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: file.id })}
    />
  );
}
