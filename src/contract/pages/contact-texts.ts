export const contactTexts = {
  title: 'Start a conversation',
  lead: 'Tell us what you have, what you need and by when. The answer comes from a person who would do the work.',
};
