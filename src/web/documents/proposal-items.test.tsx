import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { defaultSelection, selectItem } from '~/contract/documents/choices';
import { sampleProposal } from '~/testing/proposals';
import { ProposalDocument } from './proposal-document';

const [design] = sampleProposal().items;
if (!design) throw new Error('no item');
const option = (description: string, unitPrice: string, more: object = {}) => ({
  ...design,
  description,
  unitPrice,
  amount: unitPrice,
  optional: true,
  ...more,
});
const items = [
  design,
  option('On our server', '10.00', { choice: 'Hosting' }),
  option('A film', '300.00'),
  option('In a cloud', '20.00', { choice: 'Hosting', preselected: true }),
  option('Photographs', '50.00', { preselected: true }),
];

function Page({ isOpen = true }) {
  const [chosen, setChosen] = useState(defaultSelection(items));
  return (
    <ProposalDocument
      proposal={sampleProposal({ items })}
      chosen={chosen}
      onChoose={
        isOpen
          ? (index, isChosen) => setChosen((before) => selectItem(items, before, index, isChosen))
          : undefined
      }
    />
  );
}

const subtotal = () =>
  within(screen.getByLabelText('Totals')).getByText('Subtotal').nextSibling?.textContent;

it('a choice is shown as radio buttons, other options as checkboxes, and both update the totals', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const hosting = within(screen.getByRole('group', { name: 'Hosting' }));
  const [server, cloud] = hosting.getAllByRole('radio');
  expect(hosting.queryByRole('checkbox')).toBeNull();
  expect(server).not.toBeChecked();
  expect(cloud).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Photographs' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'A film' })).not.toBeChecked();
  expect(screen.getByText(/^Pick one option in “Hosting”, and add extras/)).toBeVisible();
  expect(subtotal()).toBe('$170.00');

  await user.click(hosting.getByLabelText('On our server'));
  expect(server).toBeChecked();
  expect(cloud).not.toBeChecked();
  expect(subtotal()).toBe('$160.00');
  await user.click(screen.getByRole('checkbox', { name: 'Photographs' }));
  expect(subtotal()).toBe('$110.00');
  // Clicking a selected radio button again does not deselect it.
  await user.click(hosting.getByLabelText('On our server'));
  expect(server).toBeChecked();
});

it('the options are disabled once the proposal is decided', () => {
  render(<Page isOpen={false} />);
  for (const input of screen.getAllByRole('radio')) expect(input).toBeDisabled();
  expect(screen.getByText('Options you don’t select aren’t included in the total.')).toBeVisible();
});
