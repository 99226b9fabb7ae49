import { channels, type FieldUse } from '~/contract/leads/form-fields';
import { SelectField } from '~/web/ui/field';

/** How a visitor would like to be answered, where the agency asks for it. */
export function AnswerWayField({ use, error }: { use: FieldUse; error: string | undefined }) {
  if (use === 'off') return null;
  return (
    <SelectField
      name="channel"
      label="How should we answer?"
      optional={use === 'optional'}
      placeholder={use === 'optional' ? 'No preference' : 'Select one'}
      options={channels}
      error={error}
    />
  );
}
