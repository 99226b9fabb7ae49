import { within } from '@testing-library/dom';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Category, categories, categoryLabels } from '~/contract/services/categories';
import { testApp } from '~/testing/app';
import { type HtmlPage, readHtml, targetOf, textOf, textsOf } from '~/testing/html';

interface ServiceRow {
  id: number;
  slug: string;
  name: string;
  description: string;
  detailed_description: string;
  price_cents: number;
  category: Category;
  features: string[];
  hero_title: string;
  hero_subtitle: string;
  timeline: string;
  process_steps: { title: string; description: string }[];
  deliverables: string[];
}

const app = testApp();
let services: ServiceRow[];

beforeAll(async () => {
  services = await app.sql<ServiceRow[]>`
    select * from services where is_active and deleted_at is null order by position, id`;
});

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US')}`;
const names = ({ main }: HtmlPage) =>
  textsOf(
    main.queryAllByRole('listitem').map((item) => within(item).getByRole('heading', { level: 2 })),
  );

describe('the list of services', () => {
  it('shows every service with its price and its link', async () => {
    const { main } = await readHtml(app, '/services');
    const cards = main.getAllByRole('listitem');
    expect(cards).toHaveLength(services.length);
    expect(services.length).toBeGreaterThan(6);
    for (const [index, card] of cards.entries()) {
      const service = services[index] as ServiceRow;
      expect(textOf(within(card).getByRole('heading'))).toBe(service.name);
      expect(textOf(card)).toContain(categoryLabels[service.category]);
      expect(textOf(card)).toContain(service.description);
      expect(textOf(card)).toContain(`Starting at ${dollars(service.price_cents)}`);
      const link = within(card).getByRole('link', { name: `More Details: ${service.name}` });
      expect(link.getAttribute('href')).toBe(`/services/${service.slug}`);
    }
  });

  it('is filtered by the buttons of a plain form, without scripts', async () => {
    const { main } = await readHtml(app, '/services');
    const filter = within(main.getByRole('form', { name: 'Filter by category' }));
    const buttons = filter.getAllByRole('button');
    expect(textsOf(buttons)).toEqual(['All', ...categories.map((one) => categoryLabels[one])]);
    for (const button of buttons) {
      const path = targetOf(button);
      const category = categories.find((one) => path === `/services?category=${one}`);
      const page = await readHtml(app, path);
      const pressed = page.main.getByRole('button', { pressed: true });
      expect(textOf(pressed)).toBe(textOf(button));
      const expected = services.filter((one) => !category || one.category === category);
      expect(names(page)).toEqual(expected.map(({ name }) => name));
    }
  });
});

describe('the page of a service', () => {
  it('shows all its parts', async () => {
    const service = services.find(({ slug }) => slug === 'marketing-website') as ServiceRow;
    const { main } = await readHtml(app, `/services/${service.slug}`);
    const part = (name: string) => main.getByRole('region', { name });
    const hero = main.getByRole('heading', { level: 1 }).closest('header') as HTMLElement;
    expect(textOf(within(hero).getByRole('heading', { level: 1 }))).toBe(service.hero_title);
    expect(within(hero).getByText('Website Development')).toBeDefined();
    expect(textOf(hero)).toContain(service.hero_subtitle);
    expect(service.features.length).toBeGreaterThan(6);
    expect(textsOf(within(hero).getAllByRole('listitem'))).toEqual(service.features.slice(0, 6));
    const facts = Array.from(hero.querySelectorAll('dl > div'), (fact) =>
      textsOf(fact.querySelectorAll('dt, dd')),
    );
    expect(new Map(facts.map(([term, value]) => [term, value]))).toEqual(
      new Map([
        ['Starting at', '$6,800'],
        ['Timeline', '4-6 weeks'],
        ['average rating', '5.0'],
        ['projects delivered', '200+'],
      ]),
    );
    // Without an uploaded picture, the page shows a generated one.
    expect(hero.querySelector('svg path')).not.toBeNull();

    expect(textOf(part('About This Service'))).toContain(
      service.detailed_description.split('\n')[0],
    );
    const steps = within(part('Our Process')).getAllByRole('listitem');
    expect(textsOf(steps.map((step) => within(step).getByRole('heading')))).toEqual(
      service.process_steps.map(({ title }) => title),
    );
    for (const [index, step] of steps.entries()) {
      expect(textOf(step)).toContain(service.process_steps[index]?.description);
    }
    expect(textsOf(within(part("What You'll Get")).getAllByRole('listitem'))).toEqual(
      service.deliverables,
    );
    const side = part('At a glance');
    for (const text of ['Starting price', '$6,800', '4-6 weeks']) {
      expect(textOf(side)).toContain(text);
    }
    expect(textsOf(within(side).getAllByRole('listitem'))).toEqual(service.features.slice(6));
    expect(within(part('Why Choose Us')).getAllByRole('listitem')).toHaveLength(4);
    expect(textOf(main.getByText('Also included'))).toBe('Also included');
  });

  it('links to related services, never to itself', async () => {
    for (const [slug, expected] of [
      ['marketing-website', ['Web Application', 'Website Care']],
      ['web-application', ['Marketing Website', 'Website Care']],
    ] as const) {
      const { main } = await readHtml(app, `/services/${slug}`);
      const related = within(main.getByRole('region', { name: 'Related Services' }));
      const cards = related.getAllByRole('listitem');
      expect(textsOf(cards.map((card) => within(card).getByRole('heading')))).toEqual(expected);
      for (const card of cards) {
        const { name } = services.find((one) => textOf(card).includes(one.name)) as ServiceRow;
        const other = services.find((one) => one.name === name) as ServiceRow;
        expect(textOf(card)).toContain(dollars(other.price_cents));
        expect(textOf(within(card).getAllByRole('paragraph')[0])).not.toBe('');
        const link = within(card).getByRole('link', { name: `View Details: ${name}` });
        expect(link.getAttribute('href')).toBe(`/services/${other.slug}`);
      }
    }
  });
});

describe('an unknown service', () => {
  it.each(['no-such-service', '99999999999999', '%00'])(
    'answers 404 with a link to the list: %s',
    async (slug) => {
      const { status, main, document } = await readHtml(app, `/services/${slug}`);
      expect(status).toBe(404);
      expect(document.title).toMatch(/Service Not Found/);
      expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Service Not Found');
      expect(
        main.getByText("The service you're looking for doesn't exist or has been removed."),
      ).toBeDefined();
      expect(main.getByRole('link').getAttribute('href')).toBe('/services');
    },
  );
});
