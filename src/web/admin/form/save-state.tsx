import { Text } from '@mantine/core';

import type { SaveState as State } from './use-autosave';

/** Shows whether all input is saved. */
export function SaveState({ state, isAutomatic }: { state: State; isAutomatic: boolean }) {
  return (
    <Text
      role="status"
      fz="sm"
      className="save-state"
      c={state.kind === 'failed' || state.kind === 'conflict' ? 'red' : 'dimmed'}
    >
      {wordsOf(state, isAutomatic)}
    </Text>
  );
}

function wordsOf(state: State, isAutomatic: boolean): string {
  if (state.kind === 'saved') return 'Saved';
  if (state.kind === 'failed') return `Not saved: ${state.message}`;
  if (state.kind === 'conflict') return 'Not saved: another admin changed this record';
  return state.kind === 'saving' || isAutomatic ? 'Saving…' : 'Not saved yet';
}
