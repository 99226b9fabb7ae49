import { Button, Group, TextInput } from '@mantine/core';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';

/** Returns a date from the URL; undefined for any other value. */
export const dateOf = (value: string | undefined): string | undefined =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Filter for a list by a date range, with both days included. It is stored in the URL. */
export function DateSpan({ label }: { label: string }) {
  const { from, to, change } = useAdminSearch();
  const field = (key: 'from' | 'to', value: string | undefined) => (
    <TextInput
      type="date"
      size="xs"
      aria-label={`${label} ${key}`}
      value={dateOf(value) ?? ''}
      onChange={(event) => {
        const typed = event.currentTarget.value || undefined;
        // While a year is typed, it has leading zeros. Such dates are ignored.
        if (!typed || typed >= '1900') void change({ [key]: typed, page: undefined }, true);
      }}
    />
  );
  return (
    <Group gap={6} role="group" aria-label={`${label} date`} className="table-span">
      <span aria-hidden>{label}</span>
      {field('from', from)}
      <span aria-hidden>to</span>
      {field('to', to)}
      {(from || to) && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => void change({ from: undefined, to: undefined, page: undefined })}
        >
          Clear dates
        </Button>
      )}
    </Group>
  );
}
