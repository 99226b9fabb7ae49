import { Text } from '@mantine/core';

import type { LegalRecord } from '~/contract/legal/legal-schema';
import { legalVariables } from '~/contract/legal/legal-variables';

/** What a text may name, with what stands there now; a click inserts it. */
export function LegalVariables(props: {
  words: LegalRecord['words'];
  onInsert(variable: string): void;
}) {
  return (
    <div>
      <Text fz="sm" c="dimmed">
        A click inserts one where the cursor is. The page shows what stands for it in the settings,
        also when that changes later. An item of a list whose variable is empty is left out.
      </Text>
      <ul className="legal-variables">
        {Object.entries(legalVariables).map(([name, meaning]) => (
          <li key={name}>
            <button type="button" onClick={() => props.onInsert(`{{${name}}}`)}>
              <span className="visually-hidden">Insert </span>
              <code>{`{{${name}}}`}</code>
            </button>
            <span>
              {props.words[name] || <em>Empty at present</em>}
              <small>{meaning}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
