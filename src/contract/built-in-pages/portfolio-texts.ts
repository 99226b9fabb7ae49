export const portfolioTexts = {
  title: 'Our work, and what it changed',
  lead: 'Each project began with something that did not work. Read what it was, what we did and what changed, in figures the client has checked.',
};
