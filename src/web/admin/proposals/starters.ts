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

/** Starting points until the agency saves a template of its own. Prices are left to the agency. */
export const starters: readonly Starter[] = [
  {
    name: 'A website in three payments',
    about: 'Concept, design and build, launch; 40, 40 and 20 percent',
    fields: {
      title: 'A new website',
      intro:
        'Thank you for telling us what you need. This is what we would do, in which order, and what it costs.',
      items: [
        item('Concept', 'What the site is for, who it is for, and the plan of its pages.'),
        item('Design and build', 'All pages in your look, for phone and desktop, ready to edit.'),
        item('Launch', 'Moving the site to its address, a last check, and an hour of teaching.'),
        { ...item('Photographs', 'Half a day at your place.'), optional: true },
      ],
      schedule: [
        { label: 'Deposit', percent: '40', due: 'on_acceptance' },
        { label: 'Design approved', percent: '40', due: { days: 30 } },
        { label: 'At launch', percent: '20', due: 'on_completion' },
      ],
    },
  },
  {
    name: 'Work by the hour',
    about: 'An hourly estimate, paid on completion',
    fields: {
      title: 'Work by the hour',
      intro: 'We estimate the hours below. If they will not be enough, we ask before we go on.',
      items: [item('Work by the hour', 'As agreed in our last conversation.', 'hours', '10')],
      schedule: [{ label: 'When the work is done', percent: '100', due: 'on_completion' }],
    },
  },
];
