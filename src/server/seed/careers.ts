import type { Careers } from '~/contract/settings/settings-schema';

export const seedCareers: Careers = {
  lead: 'We hire rarely and slowly. We have two openings right now: one because there is more work than six people can do well, and one because someone is going on parental leave. Each posting states its salary.',
  steps: [
    {
      title: 'Write to us',
      text: 'By email: two things you made, and what you would do differently today. A page is plenty. Leave out your photo and your date of birth.',
    },
    {
      title: 'Talk for forty minutes',
      text: 'With one of the people you would sit beside. You’ll get a yes or a no within ten working days, from a person either way.',
    },
    {
      title: 'Work a day with us',
      text: 'One day on a real task, at our table or at your own, for a fee of $350. The fee is yours whatever the outcome.',
    },
    {
      title: 'Get an answer with reasons',
      text: 'Within three working days. If it is no, we say what decided it, and you can ask questions.',
    },
  ],
  positions: [
    {
      title: 'Engineer, websites and shops',
      terms: 'Full time',
      place: 'Harbour Point, up to three days a week from home',
      text: 'In your first month you fix ten small things on ten sites in our care, sit in on every Friday demo, and take over one shop with Dawit beside you. We’re looking for someone who writes TypeScript and SQL that others can read, has kept a site running that was not their own, and tests by keyboard without being asked. You don’t need a degree, and nights on call for urgent faults are shared by all six of us. $74,000 to $88,000 a year.',
    },
    {
      title: 'Designer, cover for parental leave',
      terms: 'Four days a week, for nine months',
      place: 'Harbour Point',
      text: 'In your first month you share three projects with Ines, and then you have them. You will draw with real text from the first day, show unfinished work every Friday and stand by while a customer fails to find the button. We’re looking for type set with care, a portfolio in which something failed, and patience with tables. The role ends after nine months, and we say so now because we cannot promise another. $61,000 to $70,000 a year for four days.',
    },
  ],
};
