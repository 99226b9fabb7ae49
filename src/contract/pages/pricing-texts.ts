export const pricingTexts = {
  title: 'Care after the launch',
  lead: 'A plan keeps a site fast, safe and up to date, with hours in it for anything that comes up. By the month, or for less by the year.',
};
