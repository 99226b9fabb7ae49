import { channels, type FieldUse } from '~/contract/leads/form-fields';
import { SelectField } from '~/web/ui/field';

/** Field for how a visitor prefers to be contacted, if the agency has enabled it. */
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
