import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderScreen } from '~/testing/render';

const main = () => within(screen.getByRole('main'));

it('each category shows an empty state without posts', async () => {
  const { user, location } = await renderScreen('/blog', { blog: { list: () => [] } });
  expect(main().getByText('No posts yet.')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Design' }));
  expect(await main().findByText('No posts found in this category.')).toBeVisible();
  await user.click(main().getByRole('link', { name: 'See all posts' }));
  await waitFor(() => expect(location()).toBe('/blog'));
});
