import type { FieldIssue } from '~/contract/common/errors';
import { rejectFields } from './items';
import type { Pdfs } from './pdf/pdfs';

/** Yields the texts of fields with their paths, such as items.0.description. */
function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      yield* textsIn(part, path ? `${path}.${key}` : key);
    }
  }
}

const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Checks that the PDF of a document can show all of its characters.
 *
 * @throws BAD_REQUEST that names each field and the missing character
 */
export async function rejectUnprintable(
  pdfs: Pick<Pdfs, 'unprintable'>,
  fields: object,
): Promise<void> {
  const missing = await pdfs.unprintable(fields);
  const issues = [...textsIn(fields, '')].flatMap(([path, text]): FieldIssue[] => {
    const letter = missing.find((one) => text.includes(one));
    return letter
      ? [
          {
            path,
            message: `The PDF has no font for “${letter}” (${codeOf(letter)}). Please replace it`,
          },
        ]
      : [];
  });
  rejectFields(issues);
}
