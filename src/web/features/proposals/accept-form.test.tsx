import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { sampleProposal } from '~/testing/proposals';
import { renderPart } from '~/testing/render';
import { AcceptForm } from './accept-form';

const seen = {
  ...sampleProposal({ status: 'viewed' }),
  contentHash: 'a'.repeat(64),
  acceptance: null,
  messages: [],
  nextInvoice: null,
  progress: null,
};
const [item] = seen.items;
const dearer = {
  ...seen,
  contentHash: 'b'.repeat(64),
  items: item ? [{ ...item, unitPrice: '200.00', amount: '200.00' }] : [],
};

function Page() {
  const [proposal, setProposal] = useState(seen);
  return (
    <MantineProvider>
      <AcceptForm
        token="a-token"
        proposal={proposal}
        chosen={[]}
        onDecided={() => {}}
        onFailed={async () => {}}
      />
      <button type="button" onClick={() => setProposal(dearer)}>
        change it
      </button>
    </MantineProvider>
  );
}

it('takes the tick away from a proposal that has changed under it, and says what it comes to', async () => {
  const { user } = await renderPart(<Page />);
  const tick = () => screen.getByRole('checkbox', { name: /^I accept the proposal P-0007/ });
  await user.click(tick());
  await user.type(screen.getByLabelText('Your full name'), 'Ada Byron');
  expect(tick()).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'change it' }));
  expect(tick()).not.toBeChecked();
  expect(screen.getByRole('status')).toHaveTextContent(
    'The proposal came to $119.00 when you opened it, and comes to $238.00 now.',
  );
  expect(screen.getByLabelText('Your full name')).toHaveValue('Ada Byron');
  await user.click(tick());
  expect(screen.queryByRole('status')).toBeNull();
  expect(tick()).toBeChecked();
});
