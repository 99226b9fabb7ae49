export const servicesTexts = {
  title: 'Services and prices',
  lead: 'Every service lists its starting price, how long it takes and exactly what you get.',
  callTitle: 'Don’t see what you need?',
  callText:
    'Most projects are a mix of two services. Tell us what you have in mind, and you get an honest answer within {answer time}.',
  callButton: 'Ask us',
  callLink: 'See the plans',
};
