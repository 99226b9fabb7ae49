import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ada, samplePayment } from '~/testing/client-samples';
import { renderScreen } from '~/testing/render';

const payments = Array.from({ length: 10 }, (_, index) =>
  samplePayment({
    id: index + 1,
    description: `Engine ${index + 1}`,
    amount: `${index + 1}.00`,
    status: index % 4 === 3 ? 'failed' : 'completed',
  }),
);

const open = () =>
  renderScreen('/dashboard/payments', {
    identity: { viewer: () => ada },
    billing: {
      search: () => ({ rows: payments, total: 13, page: 1 }),
      receipt: ({ id }) => ({
        ...samplePayment({ id }),
        number: 'K-0001',
        payer: { name: 'Ada Byron', email: ada.email },
        overpaid: '12.50',
        seller: { name: 'Turmfalke GmbH', lines: ['Hafen 1', 'VAT number DE123456789'] },
        invoice: { id: 7, number: 'INV-2026-0007' },
      }),
    },
  });

const rows = () =>
  screen
    .queryAllByRole('list', { name: 'Payments' })
    .flatMap((list) => within(list).getAllByRole('listitem'));
const listed = () => rows().map((row) => row.textContent);
const title = () => screen.getByRole('heading', { level: 1 });

describe('the list of payments', () => {
  it('shows amount and status, with a receipt of each payment', async () => {
    const { user, location } = await open();
    expect(title()).toHaveTextContent('Payments');
    expect(listed()).toHaveLength(10);
    expect(listed()[0]).toMatch(/^Engine 1.*\$1.*Completed.*Receipt$/);
    expect(listed()[3]).toMatch(/^Engine 4.*Failed$/);
    await user.click(within(rows()[0] as HTMLElement).getByRole('link', { name: /^Receipt of / }));
    await waitFor(() => expect(location()).toBe('/dashboard/payments/1'));
    await waitFor(() => expect(title()).toHaveTextContent('Receipt'));
    expect(screen.getByRole('main')).toHaveTextContent('ada@example.com');
    expect(screen.getByRole('main')).toHaveTextContent(
      'Turmfalke GmbHHafen 1VAT number DE123456789',
    );
    expect(screen.getByRole('link', { name: 'INV-2026-0007' })).toHaveAttribute(
      'href',
      '/dashboard/invoices/7',
    );
    expect(screen.getByRole('main')).toHaveTextContent('Overpayment$12.50');
  });
});
