import type { FieldErrors } from '~/web/lib/form-errors';
import { SelectField, TextField } from '~/web/ui/field';
import styles from './request-form.module.css';

/** Fields for the client's wished date and urgency. The agency replies with a target date. */
export function WishFields({ errors }: { errors: FieldErrors }) {
  return (
    <div className={styles.pair}>
      <TextField
        name="wishedDate"
        type="date"
        label="When do you need it?"
        optional
        hint="We’ll confirm a date."
        error={errors.wishedDate}
      />
      <SelectField
        name="urgent"
        label="How urgent is it?"
        optional
        placeholder="Normal"
        options={[{ value: 'urgent', label: 'Urgent: something is down' }]}
        error={errors.urgent}
      />
    </div>
  );
}
