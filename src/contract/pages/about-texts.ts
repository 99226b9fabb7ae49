/** What ends the about page; its other words are a setting of their own. */
export const aboutTexts = {
  visitTitle: 'Come by, or write',
  visitButton: 'Start a conversation',
  visitLink: 'See our work',
};
