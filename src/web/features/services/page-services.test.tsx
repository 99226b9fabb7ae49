import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { type Category, categories, categoryLabels } from '~/contract/services/categories';
import { renderScreen } from '~/testing/render';
import { services } from '~/testing/samples';

const filter = () => within(screen.getByRole('form', { name: 'Filter by category' }));
const pressed = () => filter().getByRole('button', { pressed: true }).textContent;
const names = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('heading', { level: 2 }).textContent);
const named = (category: Category) =>
  services.filter((one) => one.category === category).map(({ name }) => name);

it('the services page filters services by category in the URL, and clears the filter', async () => {
  const { user, location, back } = await renderScreen('/services');
  expect(pressed()).toBe('All');
  const choose = (name: string) => user.click(filter().getByRole('button', { name }));
  for (const category of categories) {
    await choose(categoryLabels[category]);
    await waitFor(() => expect(location()).toBe(`/services?category=${category}`));
    await waitFor(() => expect(names()).toEqual(named(category)));
    expect(pressed()).toBe(categoryLabels[category]);
  }
  back();
  const before = categories.at(-2) as Category;
  await waitFor(() => expect(location()).toBe(`/services?category=${before}`));
  await waitFor(() => expect(names()).toEqual(named(before)));
  await choose('All');
  await waitFor(() => expect(location()).toBe('/services'));
  await waitFor(() => expect(names()).toHaveLength(services.length));
  const call = within(screen.getByRole('region', { name: 'Don’t see what you need?' }));
  expect(call.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact');
});
