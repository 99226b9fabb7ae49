export const servicesTexts = {
  title: 'Services and prices',
  lead: 'Every service lists its starting price, how long it takes and exactly what you get. Don’t see what you need? Ask us. Most projects are a mix of two.',
};
