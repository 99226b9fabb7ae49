import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { sampleProposal } from '~/testing/proposals';
import { ProposalDocument } from './proposal-document';

const show = (changes: Parameters<typeof sampleProposal>[0]) =>
  render(<ProposalDocument proposal={sampleProposal(changes)} chosen={[]} />);

it('a proposal shows the tax number and the amount of the discount', () => {
  const { items } = sampleProposal();
  show({ sellerNumbers: ['Tax number 00-0000000'], items, discount: { percent: '5' } });
  expect(screen.getByText('Tax number 00-0000000')).toBeVisible();
  const totals = within(screen.getByLabelText('Totals'));
  expect(totals.getByText('Discount, 5%').nextSibling).toHaveTextContent('−$5.00');
});

it('a long title is shown in a smaller size', () => {
  show({ title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen und Zubehör' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('data-long', 'true');
});
