/** What ends the about page; its other words are a setting of their own. */
export const aboutTexts = {
  visitTitle: 'Visit or write to us',
  visitButton: 'Start a conversation',
  visitLink: 'See our work',
};
