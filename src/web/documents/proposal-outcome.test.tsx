import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { sampleProposal } from '~/testing/proposals';
import { ProposalOutcome } from './proposal-outcome';

const deposit: NonNullable<ClientProposal['nextInvoice']> = {
  number: 'INV-2026-0011',
  part: 1,
  total: '3265.00',
  remaining: '3265.00',
  currency: 'USD',
  dueDate: '2026-12-07',
  url: 'https://kestrel.example/invoices/a-token',
};

function show(
  nextInvoice: ClientProposal['nextInvoice'],
  parts = 2,
  progress: ClientProposal['progress'] = null,
  email = 'ada@example.com',
) {
  const [part] = sampleProposal().schedule;
  if (!part) throw new Error('no part');
  const acceptance = {
    name: 'Ada Byron',
    acceptedAt: '2026-11-23T09:00:00.000Z',
    contentHash: 'a'.repeat(64),
    version: 1,
    optionalItems: [],
  };
  const proposal = sampleProposal({ status: 'accepted', schedule: Array(parts).fill(part) });
  render(
    <ProposalOutcome
      proposal={{
        ...proposal,
        client: { ...proposal.client, email },
        acceptance,
        nextInvoice,
        progress,
        asksFor: [],
        messages: [],
      }}
      isNew
    />,
  );
}

it('the outcome shows what is paid, what is next and where the work is', () => {
  const nextPart = { label: 'Halfway', amount: '3120.18', date: '2026-12-24', isHeld: false };
  show(null, 2, { paidParts: 1, nextPart, requestId: 12 });
  expect(screen.getByRole('status')).toHaveTextContent(
    'First payment received. Next payment: $3,120.18 (Halfway), due 24 December 2026.',
  );
  expect(screen.getByRole('link', { name: 'View project' })).toHaveAttribute(
    'href',
    '/dashboard/requests/12',
  );
});

it('the outcome leads from the acceptance to the first payment', () => {
  show(deposit);
  expect(screen.getByRole('link', { name: 'Make the first payment, $3,265.00' })).toHaveAttribute(
    'href',
    deposit.url,
  );
  expect(screen.getByRole('status')).toHaveTextContent(
    'Invoice INV-2026-0011 is due 7 December 2026',
  );
});

it.each([
  ['the only part', deposit, 1, 'Pay $3,265.00'],
  ['a later part', { ...deposit, part: 2 }, 2, 'Pay $3,265.00'],
  ['the rest of the first part', { ...deposit, remaining: '265.00' }, 2, 'Pay $265.00'],
])('the outcome has a button to pay %s', (_, invoice, parts, name) => {
  show(invoice, parts);
  expect(screen.getByRole('link', { name })).toBeVisible();
});

it('the outcome has no button without an open invoice', () => {
  show(null);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('We’ll contact you about the next steps');
});

it.each([
  ['ada@example.com', 'Thank you. We’ve sent a confirmation to ada@example.com. This page keeps'],
  ['', 'Thank you. This page keeps'],
])('the outcome names the confirmation that was sent, if any: %j', (email, text) => {
  show(null, 2, null, email);
  expect(screen.getByRole('status')).toHaveTextContent(text);
});
