import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { renderScreen } from '~/testing/render';

const bar = () => document.querySelector('header[data-solid]');
const main = () => within(screen.getByRole('navigation', { name: 'Main' }));

function scrollTo(y: number) {
  vi.stubGlobal('scrollY', y);
  fireEvent.scroll(window);
}

describe('the navigation bar', () => {
  it('turns solid past ten pixels on the landing page', async () => {
    await renderScreen('/');
    expect(bar()).toHaveAttribute('data-solid', 'false');
    scrollTo(11);
    expect(bar()).toHaveAttribute('data-solid', 'true');
    scrollTo(10);
    expect(bar()).toHaveAttribute('data-solid', 'false');
  });
});

describe('a page reached within the site', () => {
  const title = () => screen.getByRole('heading', { level: 1 });

  it('has the focus on its title, unlike the first page of a visit', async () => {
    const { user, location, back } = await renderScreen('/about');
    expect(document.body).toHaveFocus();
    await user.click(main().getByRole('link', { name: 'Services' }));
    await waitFor(() => expect(location()).toBe('/services'));
    await waitFor(() => expect(title()).toHaveFocus());
    // Another filter does not change the page.
    await user.click(screen.getByRole('button', { name: 'Digital Marketing' }));
    await waitFor(() => expect(location()).toContain('category='));
    expect(screen.getByRole('button', { name: 'Digital Marketing' })).toHaveFocus();
    back();
    back();
    await waitFor(() => expect(location()).toBe('/about'));
    await waitFor(() => expect(title()).toHaveFocus());
  });
});

describe('the mobile menu', () => {
  const button = () => screen.getByLabelText('Menu', { selector: 'summary' });
  const menu = () => button().closest('details');

  it('closes on a click elsewhere, on Escape and on its links', async () => {
    const { user, location } = await renderScreen('/');
    expect(menu()).not.toHaveAttribute('open');
    await user.click(button());
    expect(menu()).toHaveAttribute('open');
    await user.click(screen.getByRole('main'));
    expect(menu()).not.toHaveAttribute('open');

    await user.click(button());
    await user.keyboard('{Escape}');
    expect(menu()).not.toHaveAttribute('open');
    expect(button()).toHaveFocus();

    await user.click(button());
    const links = within(screen.getByRole('navigation', { name: 'Menu' }));
    await user.click(links.getByRole('link', { name: 'Services' }));
    await waitFor(() => expect(location()).toBe('/services'));
    await waitFor(() => expect(menu()).not.toHaveAttribute('open'));
  });
});

describe('navigation', () => {
  it('preloads a page when a link is hovered over, once', async () => {
    const { user, api, location } = await renderScreen('/services');
    const link = screen.getByRole('link', { name: 'More Details: Brand Identity' });
    await user.hover(link);
    await waitFor(() => expect(api.inputsOf('services.get')).toEqual([{ slug: 'brand-identity' }]));
    expect(location()).toBe('/services');
    await user.click(link);
    expect(await screen.findByRole('heading', { name: 'About This Service' })).toBeVisible();
    expect(api.inputsOf('services.get')).toHaveLength(1);
  });
});
