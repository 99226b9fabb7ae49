export const contactTexts = {
  title: 'Start a conversation',
  lead: 'Tell us what you have, what you need and by when. You’ll hear back from someone who would do the work.',
};
