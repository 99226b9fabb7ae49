import type { ReactNode } from 'react';

import type { RecordForm } from '~/web/admin/form/use-record-form';
import type { SectionCode } from '~/web/admin/shell/section-load';

type Fields<Draft extends object> = (props: {
  form: RecordForm<Draft>;
  isNew: boolean;
}) => ReactNode;

/**
 * Form of a content type, for code that handles the forms of all types. Calls `use` with the empty
 * draft, the fields, and the renamed fields.
 */
export type ContentForm = <Used>(
  use: <Draft extends object>(
    emptyDraft: Draft,
    fields: Fields<Draft>,
    renamed: Record<string, string>,
  ) => Used,
) => Used;

/** Defines the form of a content type. @param renamed fields of the schema that have other names in the draft */
export const contentForm =
  <Draft extends object>(
    emptyDraft: Draft,
    fields: Fields<Draft>,
    renamed: Record<string, string> = {},
  ): ContentForm =>
  (use) =>
    use(emptyDraft, fields, renamed);

/** Export `section` of a content type's module. `content-forms.test.tsx` compares its form with the schema. */
export interface ContentSectionCode extends SectionCode {
  form: ContentForm;
}
