import { Select } from '@mantine/core';

/** Formats a zone such as "Buenos Aires, America" for 'America/Argentina/Buenos_Aires'. */
function nameOf(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/');
  const city = parts.at(-1) ?? zone;
  return parts.length > 1 ? `${city}, ${parts[0]}` : zone;
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  .map((value) => ({ value, label: nameOf(value) }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Field that selects a time zone by a city. */
export function TimeZoneField(props: {
  value: string;
  error: string | undefined;
  onChange(zone: string): void;
}) {
  // True for a zone that the browser lists. Others, such as aliases, are kept.
  const isListed = zones.some(({ value }) => value === props.value);
  const data = isListed ? zones : [{ value: props.value, label: nameOf(props.value) }, ...zones];
  return (
    <Select
      label="Time zone"
      description="Search for a city."
      data={data}
      value={props.value}
      error={props.error}
      searchable
      limit={100}
      allowDeselect={false}
      nothingFoundMessage="No such city"
      onChange={(chosen) => chosen && props.onChange(chosen)}
    />
  );
}
