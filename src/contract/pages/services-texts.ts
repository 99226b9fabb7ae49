export const servicesTexts = {
  title: 'Services and prices',
  lead: 'Each one has a price it starts at, a time it takes and a list of what you hold at the end. If yours is not here, ask; most projects are a little of two.',
};
