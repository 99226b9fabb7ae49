import { NativeSelect, SegmentedControl } from '@mantine/core';

/** Switch between the lists of a section, with the count of each. It is a select if the names do not fit side by side. */
export function TabSwitch<Tab extends string>({
  tabs,
  labels,
  counts,
  value,
  onChange,
}: {
  tabs: readonly Tab[];
  labels: Record<Tab, string>;
  counts: Partial<Record<Tab, number>>;
  value: Tab;
  onChange: (tab: Tab) => void;
}) {
  const data = tabs.map((tab) => ({
    value: tab,
    label: counts[tab] ? `${labels[tab]} (${counts[tab]})` : labels[tab],
  }));
  const change = (chosen: string) => {
    const tab = tabs.find((one) => one === chosen);
    if (tab) onChange(tab);
  };
  return (
    <>
      <SegmentedControl
        aria-label="View"
        visibleFrom="sm"
        value={value}
        data={data}
        onChange={change}
      />
      <NativeSelect
        aria-label="View"
        hiddenFrom="sm"
        value={value}
        data={data}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </>
  );
}
