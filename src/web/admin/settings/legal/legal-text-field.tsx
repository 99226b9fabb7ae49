import { Textarea } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';

import { legalTextMax } from '~/contract/legal/legal';
import { unknownVariables } from '~/contract/legal/legal-variables';
import { format, formatKeys, MarkdownToolbar } from '~/web/features/workspace/markdown-toolbar';
import { LengthNote } from '~/web/ui/field-length';

/** A tall field for Markdown, with its tools. A variable that does not exist is told while it is typed. */
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
    unknown === undefined ? props.error : `There is no variable {{${unknown}}}. See Variables.`;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // A press that chooses a character of a script, such as Japanese, is not meant for us.
    if (event.nativeEvent.isComposing || !(event.ctrlKey || event.metaKey)) return;
    const action = !event.shiftKey && formatKeys[event.key.toLowerCase()];
    if (event.key === 'Enter' || event.key.toLowerCase() === 's') {
      event.preventDefault();
      props.onSubmit();
    } else if (action) {
      event.preventDefault();
      format(field.current, action);
    }
  }

  return (
    <div>
      <Textarea
        ref={field}
        label="Text"
        description="Markdown. “## Title” begins a section; what stands before the first one is the page’s lead."
        required
        dir="auto"
        value={value}
        error={error}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        classNames={{ input: 'legal-input' }}
        inputContainer={(input) => (
          <div className="legal-field">
            <div className="legal-bar">
              <MarkdownToolbar field={field} isOff={false} />
              <button
                type="button"
                className="legal-bar-button"
                onClick={() => props.onInsert('\n\n## New section\n\n')}
              >
                New section
              </button>
            </div>
            {input}
          </div>
        )}
      />
      <LengthNote length={value.length} max={legalTextMax} />
    </div>
  );
}
