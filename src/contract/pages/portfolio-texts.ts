export const portfolioTexts = {
  title: 'Work, and what came of it',
  lead: 'Each of these began with something that did not work. You can read what it was, what we did about it, and what changed, in figures the client has checked.',
};
