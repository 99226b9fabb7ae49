export const pricingTexts = {
  title: 'Care after launch',
  lead: 'A plan keeps your site fast, safe and up to date, and includes hours for whatever comes up. Pay monthly, or save with yearly billing.',
};
