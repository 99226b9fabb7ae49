import { Stack, Tabs } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { type FieldEntry, FieldList, type FormOfFields } from './field-list';
import { useKeptView } from './kept-view';
import { ReadOnly, useMayChange } from './read-only';

interface FormTab<Draft> {
  title: string;
  fields: readonly FieldEntry<Draft>[];
}

/**
 * A long form in tabs. Admins without permission can open them, too. All tabs stay mounted, so that switching loses no
 * input.
 */
export function FormTabs<Draft extends object>(props: {
  form: FormOfFields<Draft> & { checked: Record<string, string> };
  tabs: FormTab<Draft>[];
}) {
  const { form, tabs } = props;
  const errors = form.checked;
  const mayChange = useMayChange();
  const [kept, keep] = useKeptView<string>('tab');
  const [shown, setShown] = useState(kept ?? tabs[0]?.title ?? '');
  const root = useRef<HTMLDivElement>(null);

  // Opens the first tab with an error, only when the errors change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors are read from the document
  useEffect(() => {
    const wrong = root.current?.querySelector('.mantine-InputWrapper-error, [role="alert"]');
    const tab = wrong?.closest<HTMLElement>('[data-tab]')?.dataset.tab;
    if (tab) setShown(tab);
  }, [errors]);

  return (
    // Renders hidden tabs as well, so that errors are found on every tab. (An Activity would render
    // them later.)
    <Tabs
      ref={root}
      value={shown}
      onChange={(value) => {
        if (!value) return;
        keep(value);
        setShown(value);
      }}
      keepMounted
      keepMountedMode="display-none"
    >
      <Tabs.List mb="md">
        {tabs.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ title, fields }) => {
        const list = <FieldList form={form} fields={fields} />;
        return (
          <Tabs.Panel key={title} value={title} data-tab={title}>
            {mayChange ? <Stack gap="md">{list}</Stack> : <ReadOnly>{list}</ReadOnly>}
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
