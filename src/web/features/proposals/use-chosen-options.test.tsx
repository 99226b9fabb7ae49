import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { sampleProposal } from '~/testing/proposals';
import { useChosenOptions } from './use-chosen-options';

const items = sampleProposal().items.flatMap((item) => [
  item,
  { ...item, optional: true },
  { ...item, optional: true },
]);

/** The second option is preselected. */
const preselected = items.map((item, index) =>
  index === 2 ? { ...item, preselected: true } : item,
);

function Options({
  contentHash,
  offered = items,
}: {
  contentHash: string;
  offered?: typeof items;
}) {
  const [picked, setPicked] = useChosenOptions({ number: 'P-0007', contentHash, items: offered });
  return (
    <>
      <p>Ticked: {picked.join(' ')}</p>
      <button type="button" onClick={() => setPicked((before) => [...before, 2])}>
        Tick
      </button>
      <button type="button" onClick={() => setPicked([])}>
        Clear
      </button>
    </>
  );
}

async function reload(contentHash: string, offered = items) {
  cleanup();
  render(<Options contentHash={contentHash} offered={offered} />);
  // Waits, because stored options are read after the page has rendered.
  await new Promise((done) => setTimeout(done, 20));
}
const ticked = () => screen.getByText(/^Ticked/).textContent;

it('options stay selected over a reload, only for the same version', async () => {
  const user = userEvent.setup();
  render(<Options contentHash="one" />);
  await user.click(screen.getByRole('button', { name: 'Tick' }));
  await waitFor(() => expect(sessionStorage.getItem('draft:options-P-0007')).not.toBeNull());
  await reload('one');
  await waitFor(() => expect(ticked()).toBe('Ticked: 2'));
  await reload('two');
  expect(ticked()).toBe('Ticked: ');
  await reload('one');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(sessionStorage.getItem('draft:options-P-0007')).toBeNull());
});

it('a preselected option stays deselected over a reload', async () => {
  const user = userEvent.setup();
  render(<Options contentHash="one" offered={preselected} />);
  expect(ticked()).toBe('Ticked: 2');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(sessionStorage.getItem('draft:options-P-0007')).not.toBeNull());
  await reload('one', preselected);
  await waitFor(() => expect(ticked()).toBe('Ticked: '));
  await reload('two', preselected);
  expect(ticked()).toBe('Ticked: 2');
});
