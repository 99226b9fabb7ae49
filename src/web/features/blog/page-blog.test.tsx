import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { type PostCategory, postCategories } from '~/contract/blog/blog';
import { renderScreen } from '~/testing/render';
import { posts } from '~/testing/samples';

const chips = () => within(screen.getByRole('form', { name: 'Filter by category' }));
const pressed = () => chips().getByRole('button', { pressed: true }).textContent;
const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('heading').textContent)
    .sort();
const titled = (category: PostCategory) =>
  posts
    .filter((post) => post.category === category)
    .map(({ title }) => title)
    .sort();

it('the blog filters posts by category in the URL, and clears the filter', async () => {
  const { user, location, back } = await renderScreen('/blog');
  const choose = (name: string) => user.click(chips().getByRole('button', { name }));
  for (const category of postCategories) {
    await choose(category);
    await waitFor(() => expect(location()).toBe(`/blog?category=${category}`));
    await waitFor(() => expect(titles()).toEqual(titled(category)));
    expect(pressed()).toBe(category);
  }
  back();
  const before = postCategories.at(-2) as PostCategory;
  await waitFor(() => expect(pressed()).toBe(before));
  expect(titles()).toEqual(titled(before));
  await choose('All');
  await waitFor(() => expect(titles()).toHaveLength(posts.length));
});
