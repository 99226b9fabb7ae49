import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openIntegrations } from '~/testing/integrations-panel';
import { pageOf, rowOf } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

const unknownPrice = 'Paid at a price this site does not know: price_by_hand';

it('a Stripe event shows its error, and can be replayed', async () => {
  const at = '2026-05-04T10:00:00.000Z';
  const { user, api } = await openIntegrations({
    payments: {
      events: () =>
        pageOf([
          {
            id: 'evt_1',
            type: 'customer.subscription.updated',
            state: 'applied',
            attempts: 1,
            lastError: '',
            note: unknownPrice,
            createdAt: at,
            receivedAt: at,
            appliedAt: at,
          },
        ]),
      replay: () => null,
    },
  });
  await waitFor(() => rowOf('customer.subscription.updated'));
  expect(rowOf('customer.subscription.updated')).toHaveTextContent(unknownPrice);
  await user.click(screen.getByRole('button', { name: /^Replay/ }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessEvent replayed']));
  expect(api.inputsOf('admin.payments.replay')).toEqual([{ id: 'evt_1' }]);
});
