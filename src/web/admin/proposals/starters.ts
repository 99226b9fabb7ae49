import type { ApiInputs } from '~/web/lib/trpc';

interface Starter {
  name: string;
  about: string;
  fields: ApiInputs['admin']['proposals']['create'];
}

const item = (description: string, detail: string, unit = '', quantity = '1') => ({
  description,
  detail,
  quantity,
  ...(unit && { unit }),
  unitPrice: '0',
  optional: false,
});

/** Templates that are offered until the agency saves its own. They contain no prices. */
export const starters: readonly Starter[] = [
  {
    name: 'A website in three payments',
    about: 'Concept, design and build, launch; 40, 40 and 20 percent',
    fields: {
      title: 'A new website',
      intro:
        'Thank you for telling us what you need. Here is what we would do, in which order, and what it costs.',
      items: [
        item('Concept', 'Purpose, audience and page structure.'),
        item('Design and build', 'All pages in your design, for phone and desktop, ready to edit.'),
        item('Launch', 'Moving the site to your domain, a final check and an hour of training.'),
        { ...item('Photographs', 'Half a day at your location.'), optional: true },
      ],
      schedule: [
        { label: 'Deposit', percent: '40', due: 'on_acceptance' },
        { label: 'Design approved', percent: '40', due: { days: 30 } },
        { label: 'At launch', percent: '20', due: 'on_completion' },
      ],
    },
  },
  {
    name: 'Hourly work',
    about: 'An hourly estimate, paid on completion',
    fields: {
      title: 'Hourly work',
      intro: 'We estimate the hours below. If we need more, we ask before continuing.',
      items: [item('Hourly work', 'As agreed in our last conversation.', 'hours', '10')],
      schedule: [{ label: 'On completion', percent: '100', due: 'on_completion' }],
    },
  },
];
