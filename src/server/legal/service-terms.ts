import type { LegalSection } from '~/contract/legal';

/** What holds for one kind of service, beside the general terms. */
export const serviceTerms: LegalSection[] = [
  {
    id: 'web-development',
    title: 'Web Development',
    blocks: [
      'The quote says what is made, by when and at what price. What is not in it is a change: we say beforehand what it costs, and begin when you agree. Dates hold as long as we get from you in time what the quote asks of you, such as texts, access and decisions.',
      'When the work is done, you have 14 days to check it. It counts as accepted when you say so, when you put it to public use, or when those days pass without a fault being reported. Faults in our work that you report within 30 days of launch are mended free of charge.',
      'Once it is paid for, the work is yours: design, texts and the code we wrote for you. Open-source parts and licensed typefaces stay under their own licences, which we list. We may show the work as an example of what we do, unless you ask us not to.',
      'You answer for the content you give us. Hosting, domains and licences are paid by you, in your name.',
    ],
  },
  {
    id: 'digital-marketing',
    title: 'Digital Marketing',
    blocks: [
      'Search engines, social networks and mailbox providers decide for themselves what they show. We promise the work and an honest report of it. We do not promise a rank, a number of visits or a number of sales.',
      'What is spent on advertising is paid by you to the platform, from an account in your name, within a limit that you set. We publish nothing you have not approved, unless you have told us to go ahead without.',
      'What we say in your name has to be true, and you tell us if it is not. We write only to people who have agreed to be written to. If a list lacks that agreement, we do not use it.',
      'Monthly work can be stopped at the end of any month. What has been made by then, and every account, stays with you.',
    ],
  },
  {
    id: 'consulting',
    title: 'Consulting',
    blocks: [
      'Advice is as good as what it rests on. You give us the facts as you know them, and we say which of them we have checked. The decision is yours, and so are its results.',
      'We keep to ourselves what we learn about your business, during the work and after it. You do the same with our methods and prices. Reports are yours to use and to show to any supplier.',
      'A booked day can be moved free of charge up to two working days before. Later than that, we may charge half of it. We do not give legal or tax advice, and say so when a question needs it.',
    ],
  },
];
