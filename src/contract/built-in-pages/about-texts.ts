/** Texts at the end of the About page; its other texts are a separate setting. */
export const aboutTexts = {
  visitTitle: 'Visit or write to us',
  visitButton: 'Start a conversation',
  visitLink: 'See our work',
};
