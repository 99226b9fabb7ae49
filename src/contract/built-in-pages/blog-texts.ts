export const blogTexts = {
  title: 'Notes from the work',
  lead: 'What we learned on real projects, with the figures left in. Written by the people who did the work, for the people who pay for it.',
};
