import {
  type CustomPageFields,
  customPageFieldsSchema,
} from '~/contract/custom-pages/custom-pages-schema';

/** Returns a page in the format of a form submission. */
const page = (fields: CustomPageFields & { slug: string; publishedAt: string }) => {
  const { publishedAt, ...sent } = fields;
  const {
    title,
    blocks,
    metaTitle = '',
    metaDescription = '',
  } = customPageFieldsSchema.parse(sent);
  return { ...{ slug: sent.slug, title, metaTitle, metaDescription, blocks }, publishedAt };
};

/** Example of a page made of blocks, for one kind of client. No other page links to it. */
export const seedPages = [
  page({
    slug: 'sectors/ferries',
    title: 'Websites for ferries and harbors',
    metaTitle: 'Websites for ferries, harbors and islands',
    metaDescription:
      'Timetables, bookings and disruption notices that open on a pier with one bar of signal, for a fixed price and with a demo every Friday.',
    publishedAt: '2026-05-04T08:00:00.000Z',
    blocks: [
      {
        type: 'heading',
        title: 'Is she sailing?',
        lead: 'That is the only question on a rough day. We build timetables, bookings and disruption notices that answer it before the page has finished loading.',
        links: [
          { label: 'Ask for a quote', to: '/services' },
          { label: 'See the ferry site', to: '/portfolio/skerrow-ferries' },
        ],
      },
      {
        type: 'text',
        title: 'A pier is the worst office in the country',
        layout: 'beside',
        text: `Wet hands, wind, one bar of signal and a queue of cars. A site that works there works anywhere, so that is where we test it.

- **The first screen weighs less than a photograph.** It says whether the boat sails, when the next one leaves, and whether there is room for a car.
- **It keeps working without signal**, and says how old its information is.
- **Captains update a sailing with two buttons.** The site, the screens at the pier and the phones of booked passengers follow within a minute.

Your booking system can stay. We connect to it and keep a copy of what it answers.`,
      },
      { type: 'work', title: 'Where we did it', pick: 'category', category: 'website', limit: 2 },
      { type: 'services', title: 'What it takes', pick: 'category', category: 'website', limit: 3 },
      {
        type: 'questions',
        title: 'What operators ask first',
        from: 'own',
        items: [
          {
            question: 'Can it be ready before the season?',
            answer:
              'If we begin by November, yes. A timetable with disruption notices takes about six weeks. Bookings take ten, because we move them on two quiet nights and rehearse both.',
          },
          {
            question: 'Who enters the timetable?',
            answer:
              'You do, as a spreadsheet or a GTFS file, once a season. Single-day changes are made on the bridge or in the office, on a phone.',
          },
          {
            question: 'What happens in a storm, when everybody looks at once?',
            answer:
              'The pages are prepared in advance and served from memory. We test with fifty times the traffic of your worst day, and you get the report.',
          },
        ],
      },
      {
        type: 'callToAction',
        title: 'Tell us about your worst Friday',
        text: 'We answer within a working day, with questions, a first idea and an honest guess at the price.',
        links: [{ label: 'Write to us', to: '/contact' }],
        tone: 'ink',
      },
    ],
  }),
];
