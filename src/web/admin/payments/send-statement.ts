import type { ImportedStatement, TablePreview } from '~/contract/bank/bank-schema';
import type { CsvMapping } from '~/contract/bank/csv-mapping-schema';
import type { ErrorBody, FieldIssue } from '~/contract/common/errors';
import type { TextEncoding } from '~/contract/values/text-encodings';

/** Error for a rejected file. The message contains the reason and what to do. */
export class RefusedFile extends Error {
  constructor(
    message: string,
    readonly issues: readonly FieldIssue[] = [],
  ) {
    super(message);
  }

  /** True if the file is a table whose columns must be assigned. */
  get needsColumns(): boolean {
    return this.issues.some(({ path }) => path.split('.')[0] === 'mapping');
  }
}

async function send<Answer>(end: string, form: FormData): Promise<Answer> {
  const response = await fetch(`/api/admin/bank-statements${end}`, { method: 'POST', body: form });
  // A proxy may respond with an HTML page.
  const answer = (await response.json().catch(() => ({}))) as Answer & Partial<ErrorBody>;
  if (response.ok) return answer;
  throw new RefusedFile(
    answer.message ?? 'Failed to upload the file. Please try again.',
    answer.issues,
  );
}

interface Choices {
  mapping?: CsvMapping | undefined;
  encoding?: TextEncoding | undefined;
}

function formOf(file: File, { mapping, encoding }: Choices): FormData {
  const form = new FormData();
  form.set('file', file);
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  if (encoding) form.set('encoding', encoding);
  return form;
}

/** Uploads a bank file. @throws RefusedFile */
export const sendStatement = (file: File, mapping?: CsvMapping): Promise<ImportedStatement> =>
  send('', formOf(file, { mapping }));

/**
 * Returns a preview of a table, read with the given mapping or with guessed columns, and in the
 * given or the detected encoding.
 *
 * @throws RefusedFile
 */
export const readTablePreview = async (
  file: File,
  chosen: Choices = {},
): Promise<TablePreview | null> =>
  (await send<{ table: TablePreview | null }>('/preview', formOf(file, chosen))).table;
