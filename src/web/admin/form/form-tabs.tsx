import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

import { ReadOnly, useMayChange } from './read-only';

interface FormTab {
  title: string;
  /** The fields that are on it, so that a wrong one is brought into view. */
  fields: readonly string[];
  content: ReactNode;
}

/** A long form in parts, which those who may not change it can turn to as well. All of them stay, so that nothing typed is lost by looking at another. */
export function FormTabs({ tabs, errors }: { tabs: FormTab[]; errors: Record<string, string> }) {
  const mayChange = useMayChange();
  const [shown, setShown] = useState(tabs[0]?.title ?? '');

  // Only a new set of errors moves the view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs are new each time they are drawn
  useEffect(() => {
    const wrong = Object.keys(errors).map((path) => path.split('.')[0] ?? '');
    const tab = tabs.find(({ fields }) => fields.some((field) => wrong.includes(field)));
    if (tab) setShown(tab.title);
  }, [errors]);

  return (
    <Tabs value={shown} onChange={(value) => value && setShown(value)} keepMounted>
      <Tabs.List mb="md">
        {tabs.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ title, content }) => (
        <Tabs.Panel key={title} value={title}>
          {mayChange ? content : <ReadOnly>{content}</ReadOnly>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
