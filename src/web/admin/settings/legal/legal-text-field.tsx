import type { KeyboardEvent, RefObject } from 'react';

import { legalTextMax } from '~/contract/legal/legal';
import { unknownVariables } from '~/contract/legal/legal-variables';
import { MarkdownField } from '~/web/admin/form/markdown-field';
import { LengthNote } from '~/web/ui/field-length';

/** Tall Markdown field with a toolbar. Unknown variables are reported while typing. */
export function LegalTextField(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  error: string | undefined;
  onChange(text: string): void;
  onSubmit(): void;
  onInsert(text: string): void;
}) {
  const { field, value } = props;
  const [unknown] = unknownVariables(value);
  const error =
    unknown === undefined ? props.error : `Unknown variable {{${unknown}}}. See Variables.`;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter' || event.key.toLowerCase() === 's') {
      event.preventDefault();
      props.onSubmit();
    }
  }

  return (
    <div>
      <MarkdownField
        field={field}
        label="Text"
        description="Markdown. “## Title” starts a section; text before the first section is the introduction."
        required
        isWithoutPictures
        value={value}
        error={error}
        inputClass="legal-input"
        onChange={props.onChange}
        onKeyDown={onKeyDown}
        aside={
          <button
            type="button"
            className="markdown-bar-button"
            onClick={() => props.onInsert('\n\n## New section\n\n')}
          >
            New section
          </button>
        }
      />
      <LengthNote length={value.length} max={legalTextMax} />
    </div>
  );
}
