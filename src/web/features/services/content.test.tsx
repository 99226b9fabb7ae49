import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { defaultCtaText, defaultTimeline } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';
import { renderScreen } from '~/testing/render';
import { services } from '~/testing/samples';

const bare = (changes: Partial<Service> = {}): Service => ({
  ...(services[0] as Service),
  id: 100,
  slug: 'bare-service',
  name: 'A Bare Service',
  description: 'What it is, in a line',
  detailedDescription: '',
  price: '123.45',
  category: 'other',
  features: [],
  metaTitle: '',
  metaDescription: '',
  keywords: '',
  heroTitle: '',
  heroSubtitle: '',
  ctaText: defaultCtaText,
  timeline: defaultTimeline,
  imageUrl: null,
  featured: false,
  processSteps: [],
  deliverables: [],
  ...changes,
});

const main = () => within(screen.getByRole('main'));
const openService = (service: Service) =>
  renderScreen(`/services/${service.slug}`, {
    services: { get: () => service, related: () => [] },
  });
const hero = () => screen.getByRole('main').querySelector('header') as HTMLElement;

describe('the page of a service', () => {
  it('falls back to the short fields of a service', async () => {
    await openService(bare());
    expect(within(hero()).getByRole('heading', { level: 1 })).toHaveTextContent('A Bare Service');
    for (const text of ['What it is, in a line', defaultTimeline, '$123.45']) {
      expect(hero()).toHaveTextContent(text);
    }
    expect(within(hero()).queryByRole('listitem')).not.toBeInTheDocument();
    expect(main().getAllByText(defaultCtaText).length).toBeGreaterThan(0);
    expect(document.title).toBe('A Bare Service | Kestrel');
    for (const name of ['About This Service', 'Our Process', "What You'll Get", 'Key features']) {
      expect(main().queryByRole('heading', { name })).not.toBeInTheDocument();
    }
  });

  it('lists the features beyond those in the hero, or all of them if the hero shows all', async () => {
    const features = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th'];
    const listed = () => {
      const card = main().getByRole('region', { name: 'At a glance' });
      return within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    };
    const first = await openService(bare({ features }));
    expect(within(hero()).getAllByRole('listitem')).toHaveLength(6);
    expect(listed()).toEqual(['7th', '8th']);
    first.unmount();
    await openService(bare({ features: features.slice(0, 2) }));
    expect(listed()).toEqual(['1st', '2nd']);
  });

  it('shows the unit of a price, and that it is fixed', async () => {
    await openService(bare({ priceUnit: 'month', priceKind: 'fixed' }));
    expect(hero()).toHaveTextContent('Price$123.45 a month');
    expect(hero()).not.toHaveTextContent('Starting at');
  });
});

describe('the list of services', () => {
  it('shows an empty category, and leaves it out of the filter', async () => {
    const { user } = await renderScreen('/services?category=other', {
      services: { cards: () => services.filter(({ category }) => category !== 'other') },
    });
    expect(main().getByText('No services found in this category.')).toBeVisible();
    expect(main().queryByRole('listitem')).not.toBeInTheDocument();
    const filter = within(screen.getByRole('form', { name: 'Filter by category' }));
    expect(filter.getByRole('button', { name: 'E-Commerce' })).toBeVisible();
    expect(filter.queryByRole('button', { name: 'Other Services' })).not.toBeInTheDocument();
    await user.click(filter.getByRole('button', { name: 'All' }));
    await waitFor(() =>
      expect(main().getByRole('heading', { name: 'Brand Identity' })).toBeVisible(),
    );
  });
});
