import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

import type { FormFields } from '~/contract/leads/form-fields';
import { fieldErrorsOf } from '~/web/lib/api-error';
import type { FieldErrors, Schema } from '~/web/lib/form-errors';
import { useResult } from '~/web/lib/use-result';

/**
 * Returns the fields of a form according to the agency's settings, and the validation rules for
 * these fields.
 *
 * @param loadSchema loads the function that creates the rules
 */
export function useFormFields<Parsed>(
  loadSchema: () => Promise<(fields: FormFields) => Schema<Parsed>>,
) {
  const { api } = useRouter().options.context;
  const fields = useResult(api.settings.formFields.queryOptions());
  /**
   * Current fields. The rules are created when the form is sent, and the fields may have changed
   * since the form was first used.
   */
  const latest = useRef(fields);
  latest.current = fields;
  return {
    fields,
    loadSchema: async (): Promise<Schema<Parsed>> => {
      const schemaOf = await loadSchema();
      return { safeParse: (values) => schemaOf(latest.current).safeParse(values) };
    },
    /**
     * Refetches the fields after an error, because the agency may have changed them since the page
     * was loaded. The form then shows the new fields with the typed values.
     */
    onFailed: (error: unknown): FieldErrors => {
      const errors = fieldErrorsOf(error);
      if (Object.keys(errors).length > 0) void api.settings.formFields.invalidate();
      return errors;
    },
  };
}
