/** The call to action below the portfolio and a portfolio item. */
export const invitationTexts = {
  inviteTitle: 'What does not work at yours?',
  inviteText:
    'Tell us as you would tell a colleague. You get an honest opinion within {answer time}, with a price range if we can help.',
  inviteButton: 'Start a conversation',
  inviteLink: 'Services and prices',
};
