import type { Question } from '~/contract/settings/settings';

/** Questions about the plans, with answers that are consistent with the terms of service. */
export const seedQuestions: Question[] = [
  {
    question: 'What happens to unused hours?',
    answer:
      'They stay yours for three months, and the oldest are used first. Each report says how many are left. They cannot be paid out. If you leave most of them unused for six months, we will suggest a smaller plan.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'At any time, in your client area, without giving a reason. The plan then runs to the end of the month or year you have paid for, and nothing more is charged. All sales are final, but we look at every request for a refund that is made within 7 days of purchase.',
  },
  {
    question: 'Do I own my site?',
    answer:
      'Yes, with a plan or without one. Code, designs, texts, domain and accounts are in your name. If you leave, you take everything with you, including notes for the next team, and we answer that team’s questions for two weeks.',
  },
  {
    question: 'What is not included?',
    answer:
      'Hosting, domains, licenses and advertising, which you pay for directly. New sites, shops and redesigns are quoted as projects. If a change needs more hours than you have left, you get an estimate first, and we begin only when you agree.',
  },
  {
    question: 'Is there a contract or a minimum term?',
    answer:
      'There is no minimum term and nothing to sign: the terms of service on this site are the contract. A plan renews by the month or by the year, as you choose, until you cancel it. If a price changes, we notify you at least 30 days in advance.',
  },
  {
    question: 'Can I switch to another plan?',
    answer:
      'At any time, up or down, in your client area. What you have already paid for the current period counts toward the new plan, and unused hours move with you. If you are unsure, start with the smaller one. The first report shows whether it is enough.',
  },
];
