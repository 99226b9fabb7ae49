import type { Question } from '~/contract/settings/settings';

/** Questions about the plans. Agrees with the terms of service. */
export const seedQuestions: Question[] = [
  {
    question: 'What happens to hours that I do not use?',
    answer:
      'They stay yours for three months, and the oldest are used first. Each report says how many are left. They cannot be paid out. If most of yours lapse for half a year, we will suggest a smaller plan.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'At any time, in your client area, without giving a reason. The plan then runs to the end of the month or year you have paid for, and nothing more is charged. All sales are final, but we look at every request for a refund that is made within 7 days of purchase.',
  },
  {
    question: 'Do I own my site?',
    answer:
      'Yes, with a plan or without one. Code, designs, texts, domain and accounts are in your name. If you leave, you take all of it along, including the notes for whoever looks after it next, and for two weeks we answer whatever that person asks.',
  },
  {
    question: 'What is not included?',
    answer:
      'Hosting, domains, licences and advertising, which you pay directly to those who sell them. New sites, shops and redesigns are quoted as projects. If a change needs more hours than you have left, you get an estimate first, and we begin only when you agree.',
  },
  {
    question: 'Is there a contract, or a minimum term?',
    answer:
      'There is no minimum term and nothing to sign: the terms of service on this site are the contract. A plan renews by the month or by the year, as you choose, until you cancel it. If a price is to change, we write to you at least 30 days before.',
  },
  {
    question: 'Can I switch to another plan?',
    answer:
      'At any time, up or down, in your client area. What you have already paid for the current period counts towards the new plan, and unused hours move with you. If you are unsure, start with the smaller one. The first report shows whether it is enough.',
  },
];
