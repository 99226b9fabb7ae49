import { NativeSelect, SegmentedControl } from '@mantine/core';

/** Switch between the lists of a section, with the count of each. It is a select if the names do not fit side by side. */
export function ViewSwitch<View extends string>({
  views,
  labels,
  counts,
  value,
  onChange,
}: {
  views: readonly View[];
  labels: Record<View, string>;
  counts: Partial<Record<View, number>>;
  value: View;
  onChange: (view: View) => void;
}) {
  const data = views.map((view) => ({
    value: view,
    label: counts[view] ? `${labels[view]} (${counts[view]})` : labels[view],
  }));
  const change = (chosen: string) => {
    const view = views.find((one) => one === chosen);
    if (view) onChange(view);
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
