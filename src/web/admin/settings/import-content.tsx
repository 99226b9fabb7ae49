import {
  Alert,
  Button,
  Code,
  FileButton,
  Group,
  Paper,
  Progress,
  Radio,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { Fragment, useState } from 'react';

import { type PostCategory, postCategories } from '~/contract/blog/blog';
import { uploadLimitBytes } from '~/contract/common/limits';
import { type ImportKind, importKinds, importLabels } from '~/contract/content/content-types';
import { importColumns, sampleCsv } from '~/contract/imports/import-columns';
import type { ImportOutcome, ImportResult } from '~/contract/imports/imports-schema';
import type { TextEncoding } from '~/contract/values/text-encodings';
import { EncodingChoice } from '~/web/admin/ui/encoding-choice';
import { notifyDone } from '~/web/admin/ui/notices';
import { useRefresh } from '~/web/shell/live';
import { sendImport } from './send-import';

type Choice = ImportKind | 'wordpress';
const choices: { value: Choice; label: string }[] = [
  ...importKinds.map((value) => ({ value, label: importLabels[value] })),
  { value: 'wordpress', label: 'WordPress export' },
];

const outcomes: Record<ImportOutcome, string> = {
  new: 'New',
  exists: 'Exists',
  invalid: 'Cannot be imported',
};

/** Maximum number of rows that are shown. Rows that cannot be imported come first. */
const shownMax = 200;

const countOf = ({ rows }: ImportResult, outcome: ImportOutcome) =>
  rows.filter((row) => row.outcome === outcome).length;

/** Describes the content of a file before anything is stored. */
function foundInWords({ fresh, known, invalid }: Record<'fresh' | 'known' | 'invalid', number>) {
  if (fresh > 0 || invalid > 0) {
    return `${fresh} new, ${known} already ${known === 1 ? 'exists' : 'exist'}, ${invalid} can’t be imported. Nothing is saved yet.`;
  }
  return known > 0
    ? `Nothing new: ${known} already ${known === 1 ? 'exists' : 'exist'}.`
    : 'Nothing to import in this file.';
}

/** Describes the categories of posts that have none of the blog's; '' stands for no category. */
function lackingInWords(categories: readonly string[]) {
  const named = categories.filter(Boolean);
  return [
    ...(named.length > 0 ? [`The blog does not have: ${named.join(', ')}.`] : []),
    ...(named.length < categories.length ? ['Some posts have no category.'] : []),
  ].join(' ');
}

/** Import of content from a file: first a preview, then the import itself. */
export function ImportContent() {
  const refresh = useRefresh();
  /** Content type of a CSV file. A WordPress export contains the type of each entry. */
  const [choice, setChoice] = useState<Choice>();
  const kind: ImportKind = choice === undefined || choice === 'wordpress' ? 'posts' : choice;
  const [imported, setImported] = useState<number>();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult>();
  const [encoding, setEncoding] = useState<TextEncoding>();
  const [category, setCategory] = useState<PostCategory>();
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);
  const [share, setShare] = useState(0);

  const during = async (work: () => Promise<void>) => {
    setPending(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setPending(false);
    }
  };

  const read = (
    chosen: File | null,
    as: ImportKind,
    choices: { encoding?: TextEncoding | undefined; category?: PostCategory | undefined } = {},
  ) => {
    setFile(chosen);
    setEncoding(choices.encoding);
    setCategory(choices.category);
    if (Object.keys(choices).length === 0) setResult(undefined);
    setImported(undefined);
    if (!chosen) return;
    if (chosen.size > uploadLimitBytes) {
      setProblem(`Files can be up to ${uploadLimitBytes / 1024 / 1024} MB. Please split the file.`);
      return;
    }
    void during(async () =>
      setResult(await sendImport(chosen, as, { ...choices, isApplied: false })),
    );
  };

  const store = (chosen: File, planned: ImportResult) =>
    during(async () => {
      const all = countOf(planned, 'new');
      setShare(0);
      // Notes about stored entries, for example about pictures that could not be copied.
      const notes = new Map<number, string>();
      const storePart = async () => {
        const part = await sendImport(chosen, kind, { encoding, category, isApplied: true });
        for (const row of part.rows) if (row.outcome === 'new') notes.set(row.place, row.note);
        return part;
      };
      // A long file is stored in several requests. Each one continues where the last one ended.
      let part = await storePart();
      while (part.left > 0) {
        setShare((1 - part.left / all) * 100);
        part = await storePart();
      }
      const failed = countOf(part, 'invalid');
      const count = all + countOf(planned, 'invalid') - failed;
      notifyDone(`Imported ${count} entries`);
      setImported(count);
      await refresh();
      const after = await sendImport(chosen, kind, { encoding, category, isApplied: false });
      setResult({
        ...after,
        rows: after.rows.map((row) => ({ ...row, note: notes.get(row.place) || row.note })),
      });
    });

  const fresh = result ? countOf(result, 'new') : 0;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Import">
      <Title order={2}>Import</Title>
      <Text c="dimmed" fz="sm">
        Existing entries stay unchanged, so you can import a file again. Pictures of a WordPress
        export are copied to this site; pictures that can’t be copied are listed with their entry.
        Pictures of a CSV file stay at their addresses.
      </Text>
      <Stack gap="md" mt="md">
        <Radio.Group
          label="What is in the file?"
          value={choice ?? ''}
          onChange={(value) => {
            const next = value as Choice;
            setChoice(next);
            if (file) read(file, next === 'wordpress' ? 'posts' : next);
          }}
        >
          <Group mt="xs" gap="lg">
            {choices.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        {choice === 'wordpress' && (
          <Text c="dimmed" fz="sm">
            In WordPress, go to Tools, Export, All content. Posts, services and portfolio items are
            imported; other types are counted and skipped.
          </Text>
        )}
        {choice !== undefined && choice !== 'wordpress' && <Columns kind={choice} />}
        <Group align="center">
          <FileButton
            accept=".csv,.xml,text/csv,text/xml,application/xml"
            onChange={(chosen) => chosen && read(chosen, kind)}
            inputProps={{ 'aria-label': 'File to import' }}
            disabled={choice === undefined}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                disabled={choice === undefined}
                loading={pending && !result}
              >
                {file ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {file && (
            <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Text>
          )}
        </Group>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {result && file && (
          <>
            <Text role="status">
              {imported !== undefined
                ? `Imported ${imported}. The rows below show the current state.`
                : foundInWords({
                    fresh,
                    known: countOf(result, 'exists'),
                    invalid: countOf(result, 'invalid'),
                  })}
            </Text>
            {result.encodings.length > 0 && (
              <EncodingChoice
                choices={result.encodings}
                value={encoding}
                onChange={(chosen) => read(file, kind, { encoding: chosen, category })}
              />
            )}
            {result.categories.length > 0 && (
              <Select
                label="Default category"
                description={`${lackingInWords(result.categories)} Without a default category, these posts become drafts.`}
                placeholder="Import as drafts"
                clearable
                disabled={pending}
                data={postCategories}
                value={category ?? null}
                onChange={(chosen) => read(file, kind, { encoding, category: chosen ?? undefined })}
              />
            )}
            {result.notes.map((note) => (
              <Text key={note} c="dimmed" fz="sm">
                {note}
              </Text>
            ))}
            {pending && <Progress value={share} aria-label="Imported so far" />}
            {result.rows.length > 0 && <Rows result={result} />}
            <Group>
              <Button
                disabled={fresh === 0 || (result.encodings.length > 0 && !encoding)}
                loading={pending}
                onClick={() => void store(file, result)}
              >
                Import {fresh} {fresh === 1 ? 'entry' : 'entries'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** Lists the columns of a CSV file of a kind, with a sample file. */
function Columns({ kind }: { kind: ImportKind }) {
  const columns = importColumns[kind];
  const needed = columns.filter(({ isRequired }) => isRequired);
  return (
    <div>
      <Text fz="sm">
        A CSV file with column names in the first line. Required:{' '}
        {needed.map(({ name }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <Code>{name}</Code>
          </Fragment>
        ))}
        .{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleCsv(kind))}`}
          download={`${kind}.csv`}
        >
          Download a sample
        </a>
      </Text>
      <details className="import-columns">
        <summary>All {columns.length} columns</summary>
        <ul>
          {columns.map(({ name, about, example }) => (
            <li key={name}>
              <Code>{name}</Code>
              {about && ` ${about}`}
              {example && (
                <Text component="span" c="dimmed" fz="inherit">
                  {' '}
                  such as “{example}”
                </Text>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

const order: ImportOutcome[] = ['invalid', 'new', 'exists'];

function Rows({ result }: { result: ImportResult }) {
  const rows = result.rows.toSorted(
    (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome),
  );
  return (
    <Table.ScrollContainer minWidth={560} mah={480}>
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="import-word">Line</Table.Th>
            <Table.Th className="import-word">Kind</Table.Th>
            <Table.Th>Title</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shownMax).map((row) => (
            <Table.Tr key={`${row.place} ${row.slug}`}>
              <Table.Td>{row.place}</Table.Td>
              <Table.Td className="import-word">{importLabels[row.kind]}</Table.Td>
              <Table.Td>{row.title || '(no title)'}</Table.Td>
              <Table.Td>
                <Text fz="sm" c={row.outcome === 'invalid' ? 'red' : undefined}>
                  {outcomes[row.outcome]}
                </Text>
                {Object.keys(row.read).length > 0 && (
                  <Text fz="xs" c="dimmed">
                    Read as{' '}
                    {Object.entries(row.read)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join(', ')}
                  </Text>
                )}
                {row.note && (
                  <Text fz="xs" c="dimmed">
                    {row.note}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {rows.length > shownMax && (
          <Table.Caption>And {rows.length - shownMax} more.</Table.Caption>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}
