import { Text } from '@mantine/core';

import type { LegalRecord } from '~/contract/legal/legal-schema';
import { legalVariables } from '~/contract/legal/legal-variables';

/** List of variables for legal texts with their current values. A click inserts a variable. */
export function LegalVariables(props: {
  words: LegalRecord['words'];
  onInsert(variable: string): void;
}) {
  return (
    <div>
      <Text fz="sm" c="dimmed">
        Click to insert at the cursor. The page always shows the current value from Settings. List
        items with an empty variable are hidden.
      </Text>
      <ul className="legal-variables">
        {Object.entries(legalVariables).map(([name, meaning]) => (
          <li key={name}>
            <button type="button" onClick={() => props.onInsert(`{{${name}}}`)}>
              <span className="visually-hidden">Insert </span>
              <code>{`{{${name}}}`}</code>
            </button>
            <span>
              {props.words[name] || <em>Currently empty</em>}
              <small>{meaning}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
