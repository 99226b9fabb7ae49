import type { Exhibit } from '~/contract/portfolio/exhibits-schema';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';

export type CaseProof = Pick<
  PortfolioItem,
  'weeks' | 'people' | 'priceFrom' | 'priceTo' | 'hoursQuoted' | 'hoursTaken' | 'exhibits'
>;

const noScreen = { picture: '', alt: '', foot: '' };
const noFigure = { figure: '', figureLabel: '' };

const exhibits = {
  'skerrow-ferries': [
    {
      kind: 'phone',
      title: 'The first screen, on the pier at Harbour Point',
      caption:
        'It answers three questions without a tap, and says how old its answer is in the same size as the answer.',
      ...noScreen,
      heading: 'Harbour Point to Skerrow',
      rows: [
        { text: 'Is she sailing?', value: 'Yes, as planned', tone: 'good' },
        { text: 'When is the next one?', value: '08:20, in 14 minutes', tone: 'none' },
        { text: 'Is there room for a car?', value: 'Six places left', tone: 'wait' },
      ],
      foot: 'As of 08:06, two minutes ago. Works without signal.',
      figure: '38 KB',
      figureLabel: 'the whole first screen, in about a second at 400 kilobits',
    },
    {
      kind: 'weight',
      title: 'What a passenger had to load, to scale',
      caption: 'The timetable as a PDF took most of a minute on the pier.',
      items: [
        { label: 'The timetable before, a PDF', kilobytes: 2400 },
        { label: 'The first screen now', kilobytes: 38 },
      ],
    },
    {
      kind: 'timeline',
      title: 'Twenty-two weeks, two of them late',
      caption: 'The booking took two weeks longer than we had said. The price stayed.',
      steps: [
        { label: 'On the boats and in the office', from: 1, to: 1 },
        { label: 'First screen, tried on the pier', from: 2, to: 6 },
        { label: 'Two buttons for the bridge', from: 5, to: 9 },
        { label: 'Booking around cancellations', from: 8, to: 19 },
        { label: '61,000 records moved, two nights', from: 20, to: 20 },
        { label: 'First weeks beside the old system', from: 20, to: 22 },
      ],
    },
    {
      kind: 'bars',
      title: 'Calls to the office on a stormy Friday',
      caption: 'The first one of the new season, beside a comparable day a year before.',
      unit: 'calls',
      bars: [
        { label: 'A year before', value: 340 },
        { label: 'With the new site', value: 198 },
      ],
    },
    {
      kind: 'bill',
      title: 'What we quoted, and what it took',
      caption: 'The price was fixed: the hours beyond it are ours.',
      of: 'hours',
      lines: [
        { label: 'Two days on the boats, one in the office', quoted: 32, taken: 34 },
        { label: 'Site and first screen', quoted: 148, taken: 141.5 },
        { label: 'Buttons for the bridge, screens at the piers', quoted: 86, taken: 84 },
        { label: 'Booking and refunds', quoted: 210, taken: 244.5 },
        { label: 'Moving 61,000 records', quoted: 44, taken: 39 },
      ],
    },
  ],
  'ashgill-seed-bank': [
    {
      kind: 'browser',
      title: 'The catalogue, asked as growers ask',
      caption: 'What will stand my frost, my clay, my short summer: not what is it called.',
      address: 'ashgill-seeds.example',
      ...noScreen,
      ...noFigure,
      heading: 'Peas for heavy clay and a short summer',
      rows: [
        { text: 'Carlin, grey', value: 'Lent out, back in September', tone: 'wait' },
        { text: 'Lancashire Lad', value: '40 packets', tone: 'good' },
        { text: 'Eskdale Blue, seven spellings', value: '12 packets', tone: 'good' },
        { text: 'Parson’s Early', value: 'Germination test due', tone: 'bad' },
      ],
      foot: '4 of 4,120 varieties',
    },
    {
      kind: 'bars',
      title: 'Packets lent in a season',
      caption: 'The last season by index cards, and the first full one with the catalogue.',
      unit: 'packets',
      bars: [
        { label: 'By index cards', value: 402 },
        { label: 'With the catalogue', value: 1310 },
      ],
    },
  ],
  'slipware-yard': [
    {
      kind: 'phone',
      title: 'A new piece, from the potter’s phone',
      caption:
        'About three minutes. The third question decides the box, and with it the true price of shipping.',
      ...noScreen,
      heading: 'A jug, ash glaze',
      rows: [
        { text: 'Photographs', value: 'Four', tone: 'good' },
        { text: 'Glaze and size', value: 'Ash, 22 cm', tone: 'good' },
        { text: 'Does the handle stick out?', value: 'Yes: box C', tone: 'wait' },
        { text: 'Shipping, as the customer sees it', value: '$9.40', tone: 'none' },
      ],
      foot: 'Listed at 16:42. Paid the morning after dispatch.',
      figure: '3 min',
      figureLabel: 'to list a piece',
    },
    {
      kind: 'bars',
      title: 'Mixed baskets that were completed',
      caption: 'Within four months of one basket, one payment and one delivery.',
      unit: '%',
      bars: [
        { label: 'Sixty small websites', value: 33 },
        { label: 'One basket', value: 59 },
      ],
    },
    {
      kind: 'bars',
      title: 'Parcels with something broken',
      caption: 'After two years of breakages were looked through with the packers.',
      unit: '%',
      bars: [
        { label: 'Before', value: 7 },
        { label: 'Packed by form', value: 1.9 },
      ],
    },
  ],
  'corven-dental': [
    {
      kind: 'bars',
      title: 'What a new patient costs',
      caption: 'Adverts divided by first appointments, before and after six months.',
      unit: '$',
      bars: [
        { label: 'Before', value: 94 },
        { label: 'After six months', value: 48 },
      ],
    },
    {
      kind: 'browser',
      title: 'A practice page says when, first',
      caption: 'Taken from the booking system every ten minutes.',
      address: 'corven-dental.example/wexcombe',
      ...noScreen,
      ...noFigure,
      heading: 'Next free appointment: Thursday, 10:15',
      rows: [
        { text: 'Does it hurt?', value: 'Less than you expect', tone: 'none' },
        { text: 'What does it cost?', value: 'A range, and why it is one', tone: 'none' },
        { text: 'When can I come?', value: 'In two days', tone: 'good' },
      ],
      foot: 'As of ten minutes ago',
    },
  ],
  'pellworth-cycles': [
    {
      kind: 'bars',
      title: 'Enquiries a month',
      caption: 'The average before, and twelve months later.',
      unit: '',
      bars: [
        { label: 'Finished bicycles on a brick wall', value: 19 },
        { label: 'The bench, as it is', value: 46 },
      ],
    },
    {
      kind: 'phone',
      title: 'The page of one frame',
      caption:
        'Its owner follows it from tubing to road test. Calls about progress fell from thirty a week to four.',
      ...noScreen,
      heading: 'Frame 1187',
      rows: [
        { text: 'Tubing', value: 'Cut on 3 March', tone: 'good' },
        { text: 'Welds', value: 'One done again', tone: 'good' },
        { text: 'Paint', value: 'This week', tone: 'wait' },
        { text: 'Road test', value: 'About 20 April', tone: 'none' },
      ],
      foot: 'The next film is on Thursday.',
      ...noFigure,
    },
  ],
  'halden-winter-voices': [
    {
      kind: 'bars',
      title: 'Seats sold in a season',
      caption: 'The nineteenth season, and the twentieth with one name and one voice.',
      unit: '%',
      bars: [
        { label: 'A new poster every year', value: 66 },
        { label: 'One identity', value: 84 },
      ],
    },
    {
      kind: 'timeline',
      title: 'Seven weeks from eight words to three',
      caption: '',
      steps: [
        { label: 'Eleven churches, by candlelight', from: 1, to: 1 },
        { label: 'The name', from: 1, to: 2 },
        { label: 'Mark and arcs', from: 2, to: 4 },
        { label: 'Type for singers', from: 3, to: 6 },
        { label: 'Numbers a metre high, and the ticket site', from: 5, to: 7 },
      ],
    },
  ],
  'ostrey-freight': [
    {
      kind: 'bars',
      title: 'One request, from arrival to answer',
      caption: 'The median of 212 that we timed: nineteen minutes of work, and the rest waiting.',
      unit: 'minutes',
      bars: [
        { label: 'Three sheets and a colleague', value: 190 },
        { label: 'Of it, work', value: 19 },
        { label: 'With the small tool', value: 20 },
      ],
    },
    {
      kind: 'timeline',
      title: 'Three weeks of timing, nine of building',
      caption: 'It had paid for itself in the fourteenth week.',
      steps: [
        { label: '212 requests timed', from: 1, to: 3 },
        { label: 'A tool for three brokers', from: 4, to: 8 },
        { label: 'The whole desk', from: 9, to: 12 },
      ],
    },
    {
      kind: 'bill',
      title: 'What we quoted, and what it took',
      caption: 'Together 18 percent of the lower of the two offers that were on the desk.',
      of: 'money',
      lines: [
        { label: 'Review of three weeks', quoted: 4200, taken: 4200 },
        { label: 'The small tool', quoted: 17_400, taken: 16_850 },
      ],
    },
  ],
} satisfies Record<string, Exhibit[]>;

const took = (
  weeks: number,
  people: number,
  price: [from: string, to?: string],
  hours: [quoted: number, taken: number] | [] = [],
): Omit<CaseProof, 'exhibits'> => ({
  weeks,
  people,
  priceFrom: price[0],
  priceTo: price[1] ?? null,
  hoursQuoted: hours[0] ?? null,
  hoursTaken: hours[1] ?? null,
});

/** What each case took and what is drawn of it, by slug. The figures are those of its text, at the $100 an hour of the post on prices. */
export const caseProofs: Record<string, CaseProof> = {
  'skerrow-ferries': {
    ...took(22, 4, ['52000.00'], [520, 543]),
    exhibits: exhibits['skerrow-ferries'],
  },
  'ashgill-seed-bank': {
    ...took(16, 3, ['31000.00'], [310, 301.5]),
    exhibits: exhibits['ashgill-seed-bank'],
  },
  'slipware-yard': {
    ...took(14, 3, ['27500.00'], [275, 284]),
    exhibits: exhibits['slipware-yard'],
  },
  'corven-dental': { ...took(26, 2, ['21600.00']), exhibits: exhibits['corven-dental'] },
  'pellworth-cycles': { ...took(52, 2, ['19200.00']), exhibits: exhibits['pellworth-cycles'] },
  'halden-winter-voices': {
    ...took(7, 2, ['9800.00'], [98, 101]),
    exhibits: exhibits['halden-winter-voices'],
  },
  'ostrey-freight': {
    ...took(12, 2, ['21600.00'], [216, 210.5]),
    exhibits: exhibits['ostrey-freight'],
  },
};
