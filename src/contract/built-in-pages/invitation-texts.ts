/** Call to action below the portfolio and a portfolio item. */
export const invitationTexts = {
  inviteTitle: 'What isn’t working for you?',
  inviteText:
    'Tell us the way you’d tell a colleague. Within {answer time}, you get an honest opinion, and a price range if we can help.',
  inviteButton: 'Start a conversation',
  inviteLink: 'Services and prices',
};
