import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { seedSettings } from '~/server/seed/settings';
import { renderScreen } from '~/testing/render';

const main = () => within(screen.getByRole('main'));

it('the careers page shows an empty state without open positions', async () => {
  const { careers } = seedSettings;
  const { user, location } = await renderScreen('/careers', {
    settings: { careers: () => ({ ...careers, positions: [] }) },
  });
  expect(main().getByText(/^We have no open positions right now\./)).toBeVisible();
  await user.click(main().getByRole('link', { name: 'Write to us' }));
  await waitFor(() => expect(location()).toBe('/contact?subject=careers'));
});
