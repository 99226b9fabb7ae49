import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { seedSettings } from '~/server/seed/settings';
import { sampleSettings } from '~/testing/api-double';
import { renderScreen } from '~/testing/render';

it('the about page leaves out parts without content', async () => {
  const { about } = seedSettings;
  const titles = [about.story, about.team, about.values, about.week].map(({ title }) => title);
  const shown = () => titles.filter((name) => screen.queryByRole('region', { name }));
  await renderScreen('/about');
  expect(shown()).toEqual(titles);
  cleanup();

  await renderScreen('/about', {
    settings: {
      about: () => ({
        ...about,
        title: 'In a few words',
        story: { ...about.story, paragraphs: [] },
        values: { ...about.values, items: [] },
        week: { ...about.week, items: [] },
        team: { ...about.team, people: [] },
      }),
    },
  });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('In a few words');
  expect(shown()).toEqual([]);
  expect(screen.getByRole('region', { name: 'Visit or write to us' })).toBeVisible();
});

it.each(['/about', '/'])('%s shows a changed claim', async (path) => {
  const { claims } = sampleSettings;
  const changed = { ...claims, clients: { ...claims.clients, value: '151' } };
  await renderScreen(path, {
    settings: { public: () => ({ ...sampleSettings, claims: changed }) },
  });
  const figures = within(screen.getByRole('region', { name: 'Key figures' }));
  const values = figures.getAllByRole('definition').map((one) => one.textContent);
  expect(values).toContain('151');
  expect(values).not.toContain(claims.clients.value);
  expect(values).toContain(claims.projects.value);
});
