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

function Options({ contentHash }: { contentHash: string }) {
  const [picked, setPicked] = useChosenOptions({ number: 'P-0007', contentHash, items });
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

async function reload(contentHash: string) {
  cleanup();
  render(<Options contentHash={contentHash} />);
  // What was kept is read after the page is there.
  await new Promise((done) => setTimeout(done, 20));
}
const ticked = () => screen.getByText(/^Ticked/).textContent;

it('options stay ticked over a reload, for the same version alone', async () => {
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
