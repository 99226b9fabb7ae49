import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { pageOf, renderPanel, sampleMessage } from '~/testing/panel';

const messages = { page: () => pageOf([sampleMessage()]) };
const open = () => renderPanel('?section=messages', { messages });
const sidebar = () => within(screen.getByRole('navigation', { name: 'Sections' }));
const linksTo = (name: RegExp) => sidebar().queryAllByRole('link', { name });
const titles = () =>
  sidebar()
    .getAllByRole('button', { expanded: true })
    .map((one) => one.textContent);

it('pinned sections are listed above the groups, in a stored order', async () => {
  const { user } = await open();
  expect(titles()).toEqual(['Clients', 'Money', 'Website']);
  await user.click(sidebar().getByRole('button', { name: 'Pin Quotes', pressed: false }));
  await user.click(sidebar().getByRole('button', { name: 'Pin Dashboard' }));
  const check = () => {
    expect(titles()).toEqual(['Pinned', 'Clients', 'Money', 'Website']);
    expect(
      sidebar()
        .getAllByRole('link')
        .slice(0, 3)
        .map((one) => one.textContent),
    ).toEqual(['Quotes', 'Dashboard', 'Dashboard']);
    expect(linksTo(/^Quotes/)).toHaveLength(2);
    expect(sidebar().getAllByRole('button', { name: 'Unpin Quotes', pressed: true })).toHaveLength(
      2,
    );
  };
  check();
  cleanup();
  await open();
  check();
});

it('a section is unpinned by keyboard, and its regular row gets the focus', async () => {
  localStorage.setItem('panel-pinned', 'quotes');
  const { user } = await open();
  const [pinned] = sidebar().getAllByRole('button', { name: 'Unpin Quotes' });
  pinned?.focus();
  await user.keyboard('{Enter}');
  expect(titles()).toEqual(['Clients', 'Money', 'Website']);
  expect(linksTo(/^Quotes/)).toHaveLength(1);
  expect(sidebar().getByRole('button', { name: 'Pin Quotes' })).toHaveFocus();
  expect(localStorage.getItem('panel-pinned')).toBe('');
});

it('pinned sections that the role cannot see are not shown', async () => {
  localStorage.setItem('panel-pinned', 'quotes blog gone');
  await renderPanel(
    '?section=services',
    { services: { page: () => pageOf([]) } },
    { role: 'editor' },
  );
  expect(titles()).toEqual(['Pinned', 'Website']);
  expect(linksTo(/^Blog/)).toHaveLength(2);
  expect(linksTo(/^Quotes/)).toHaveLength(0);
});
