/** Texts of the landing page, except its title and subtitle, which are separate settings. */
export const homeTexts = {
  quoteButton: 'Get a free quote',
  servicesButton: 'Services and prices',
  firstFact: 'A fixed price',
  secondFact: 'A demo every Friday',
  thirdFact: 'Code that belongs to you',
  reasonsTitle: 'Why choose {agency}',
  servicesTitle: 'What we do, and what it costs',
  servicesLink: 'All services',
  workTitle: 'Work that earns its keep',
  workLink: 'The whole portfolio',
  callTitle: 'Tell us what’s in your way',
  callText:
    'Half an hour, no slides. You leave with an honest opinion and a price range, whether we work together or not.',
  callButton: 'Start a conversation',
  callLink: 'See our work',
};
