import type { Plan } from '~/contract/plans/plans-schema';

export type PlanSeed = Omit<Plan, 'id' | 'monthlyPrice' | 'yearlyPrice'> & {
  monthlyCents: number;
  yearlyCents: number;
};

/** Maintenance plans. A month costs a fifth less with yearly billing. */
export const seedPlans: PlanSeed[] = [
  {
    name: 'Starter',
    description:
      'For a site that changes a few times a year and must be up whenever someone needs it.',
    monthlyCents: 150_00,
    yearlyCents: 120_00,
    popular: false,
    features: [
      'One hour of changes a month, kept for three months if unused',
      'Security updates within five working days, tested on a copy first',
      'Nightly backups, restored each quarter as a test',
      'Monitored every five minutes, day and night',
      'A reply from a person within two working days',
      'A one-page report each quarter',
    ],
  },
  {
    name: 'Professional',
    description: 'For a site that brings in work every week and is expected to bring in more.',
    monthlyCents: 400_00,
    yearlyCents: 320_00,
    popular: true,
    features: [
      'Everything in Starter',
      'Three hours of changes a month instead of one',
      'Security updates within two working days',
      'Monitored every minute, with an engineer alerted at any hour',
      'A reply from a person on the same working day',
      'Speed and accessibility checked each quarter',
      'A monthly report instead of a quarterly one',
    ],
  },
  {
    name: 'Business',
    description: 'For shops, portals and groups of sites that cannot be down on a Saturday.',
    monthlyCents: 900_00,
    yearlyCents: 720_00,
    popular: false,
    features: [
      'Everything in Professional',
      'Eight hours of changes a month instead of three',
      'Up to three sites or shops under one plan',
      'Security updates within one working day',
      'Hourly backups, restored each month as a test',
      'A reply within two working hours, and work on an outage within thirty minutes at any hour',
      'Half an hour a month with the two people who know your site',
    ],
  },
];
