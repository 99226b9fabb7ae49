import { Select } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { useQuery } from '~/web/lib/queries';

/** Field for the form that is shown after a quote for the service. */
export function BriefField(props: {
  formId: number | null;
  error: string | undefined;
  onChange(formId: number | null): void;
}) {
  const { formId, error, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.forms.page.queryOptions({}));
  const forms = (data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const value = formId === null ? null : String(formId);
  const isUnknown = value !== null && !forms.some((form) => form.value === value);
  return (
    <Select
      mt="md"
      label="Brief"
      description="A form shown after someone sends a quote or request for this service. It doesn’t ask for contact details again."
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'No brief' }}
      data={isUnknown ? [...forms, { value, label: data ? 'Deleted, not shown' : '…' }] : forms}
      value={value}
      error={error}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}
