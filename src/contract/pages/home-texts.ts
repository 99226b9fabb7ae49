/** The words of the landing page besides its title and subtitle, which are settings of their own. */
export const homeTexts = {
  quoteButton: 'Get a free quote',
  servicesButton: 'Services and prices',
  firstFact: 'A fixed price',
  secondFact: 'A demo every Friday',
  thirdFact: 'Code that belongs to you',
  reasonsTitle: 'Why choose {agency}',
  servicesTitle: 'What we do, and where it starts',
  servicesLink: 'All services',
  workTitle: 'Work that had to earn its keep',
  workLink: 'The whole portfolio',
  callTitle: 'Tell us what is in the way',
  callText:
    'Half an hour, no slides. You leave with an honest opinion and a price range, whether we work together or not.',
  callButton: 'Start a conversation',
  callLink: 'See our work',
};
