import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { type CaseProof, caseProofs } from './case-proofs';

export type PortfolioSeed = Omit<PortfolioItem, 'id'>;

type Story = Omit<PortfolioSeed, keyof CaseProof>;

/** Firms and figures are invented. In the order in which the site shows them. */
const stories: Story[] = [
  {
    title: 'Sailings at a glance for an island ferry',
    slug: 'skerrow-ferries',
    description:
      'A timetable, booking and disruption site for five island routes that holds up on a pier with one bar of signal.',
    category: 'website',
    client_name: 'Skerrow Ferries',
    project_url: 'https://skerrow-ferries.example',
    liveUrl: 'https://skerrow-ferries.example',
    githubUrl: null,
    images: [],
    technologies: ['TypeScript', 'React', 'PostgreSQL', 'Service worker', 'GTFS'],
    featured: true,
    problem: `Skerrow runs three ships to five islands, and the weather has the last word. The timetable was a PDF of 2.4 MB that took most of a minute to open on the pier. On a rough day the booking office took 340 calls, nearly all of them with the same question: is she sailing?

Bookings lived in a second system that did not know about cancellations. Staff rang each passenger in turn, from a printed list, and the last people on it had usually left home by the time the phone rang.`,
    approach: `We spent two days on the boats and one in the office before drawing anything. The first screen answers three questions without a tap: is it sailing, when is the next one, and is there room for a car. It weighs 38 KB, and once opened it keeps working without signal and says how old its information is.

Masters now change the state of a sailing from the bridge with two buttons. The change reaches the site, the screens at the piers and the phones of booked passengers within a minute, with a choice of the next boat or a refund. We built the booking anew around that event and moved 61,000 customer records over two quiet nights in January.`,
    result: `On the first stormy Friday of the new season the office took 198 calls, 142 fewer than on a comparable day a year before. Nine in ten passengers of a cancelled sailing rebooked themselves, half of them within six minutes.

Online bookings rose from 54 to 71 percent over the summer. The office is no smaller. The two people who used to answer the phone now look after freight, which had been waiting for somebody to do so.`,
    outcome: { value: '-42%', label: 'calls on a stormy day' },
    createdAt: '2026-03-12T09:00:00.000Z',
  },
  {
    title: 'A catalogue for four thousand seeds',
    slug: 'ashgill-seed-bank',
    description:
      'A public catalogue and lending desk for a seed bank, so that growers can find, borrow and return heritage varieties.',
    category: 'other',
    client_name: 'Ashgill Seed Bank',
    project_url: 'https://ashgill-seeds.example',
    liveUrl: null,
    githubUrl: null,
    images: [],
    technologies: [
      'Data modelling',
      'PostgreSQL',
      'TypeScript',
      'Full-text search',
      'Label printing',
    ],
    featured: true,
    problem: `Ashgill keeps 4,120 varieties of vegetables and grain in a cold store, and lends them to growers who return fresh seed after harvest. The records were 31 years of index cards, two databases and the memory of a curator who was about to retire.

Growers could not see what was there. Of the varieties held, fewer than one in eight had been lent in the last five years, and seed that is never grown out slowly dies in its packet.`,
    approach: `We modelled the collection with the curator at the table, one drawer at a time, until the exceptions had names. One variety may have seven spellings, three origins and a disputed colour, and the catalogue keeps all of them with their source. Volunteers photographed the cards, and we built a screen on which two people transcribe each and a third decides where they differ.

The public side is arranged by what growers ask: what will stand my frost, my clay, my short summer. The lending desk prints packets with a code, sends a reminder at sowing and at harvest, and flags lots whose germination test is due.`,
    result: `All 4,120 varieties are online, and 96 percent of cards matched on the first double reading. In the first full season 1,310 packets went out, against 402 the year before, and 58 percent of the borrowers have returned seed so far.

Eleven varieties thought lost were found under another spelling. The curator has retired, and answers a question from the desk about once a month.`,
    outcome: { value: '×3.3', label: 'packets lent in a season' },
    createdAt: '2025-11-20T09:00:00.000Z',
  },
  {
    title: 'One basket for sixty potters',
    slug: 'slipware-yard',
    description:
      'A marketplace where sixty studio potters sell from one basket, with shipping that knows how a teapot breaks.',
    category: 'ecommerce',
    client_name: 'Slipware Yard',
    project_url: 'https://slipware-yard.example',
    liveUrl: 'https://slipware-yard.example',
    githubUrl: null,
    images: [],
    technologies: ['Shopify', 'TypeScript', 'Stripe Connect', 'Carrier APIs', 'Image pipeline'],
    featured: true,
    problem: `Sixty potters shared a market hall and a website that was really sixty small websites behind one menu. A customer who wanted a jug from one and four cups from another paid twice, paid for shipping twice, and got two parcels in different weeks. Two thirds of mixed baskets were abandoned.

About 7 percent of parcels arrived with something broken. Each breakage meant a dispute between potter, carrier and customer, which the hall's two managers settled by hand on Mondays.`,
    approach: `One basket, one payment, one delivery promise. Behind it the order splits by studio, each potter is paid the morning after dispatch, and the hall's share is taken on the way. Potters add a piece from the phone in about three minutes: photographs, glaze, size, and whether the handle sticks out.

That last question turned out to matter most. We looked through two years of breakages with the packers and wrote packing classes that follow from the form. A wide bowl, a spout and a lid each call for a certain box, which sets the true shipping price before the customer pays.`,
    result: `Mixed baskets went from 33 to 59 percent completed within four months, and the average order grew from $48 to $71. Breakages fell to 1.9 percent in the same period.

The Monday disputes take about half an hour now. Fifty-four of the sixty potters list new work every month, and the six who do not have told us that they prefer the market hall, which is fair enough.`,
    outcome: { value: '59%', label: 'of mixed baskets completed' },
    createdAt: '2025-09-04T09:00:00.000Z',
  },
  {
    title: 'Full chairs for a group of dental practices',
    slug: 'corven-dental',
    description:
      'Search, plain-spoken treatment pages and honest waiting times for eleven practices that were full on Mondays only.',
    category: 'marketing',
    client_name: 'Corven Dental Group',
    project_url: 'https://corven-dental.example',
    liveUrl: null,
    githubUrl: null,
    images: [],
    technologies: [
      'Search adverts',
      'Content',
      'Structured data',
      'Call measurement',
      'Looker Studio',
    ],
    featured: true,
    problem: `Corven has eleven practices in nine towns. It spent $23,000 a month on adverts and could not say which of them brought a patient. New patients waited five weeks in two towns, while chairs stood empty in four others.

The treatment pages were written for dentists. The most visited one, on root canals, used the word endodontic fourteen times and the word pain once, near the end.`,
    approach: `We listened to 120 recorded calls, with consent, and wrote down what people ask: does it hurt, what does it cost, when can I come. Forty-two treatment pages were rewritten in that order, checked by a dentist and read aloud by a patient. Prices are given as a range with the reason for the range.

Every practice page shows its next free appointment, taken from the booking system every ten minutes. Adverts now follow those gaps: spending goes up in a town where next week is empty and stops where the wait passes three weeks.`,
    result: `After six months the advert budget stood at $15,500 a month and brought 31 percent more first appointments than before. The cost of a new patient fell from $94 to $48.

The root canal page is read to the end by half of those who open it. Waits have evened out: the longest is sixteen days, and the emptiest practice has 81 percent of its chairs filled, up from 62.`,
    outcome: { value: '-49%', label: 'cost of a new patient' },
    createdAt: '2026-01-22T09:00:00.000Z',
  },
  {
    title: 'The workshop that sells bicycles by showing them',
    slug: 'pellworth-cycles',
    description:
      'A year of posts from the bench of a frame builder, made in one day a month, that filled the order book by telling the truth.',
    category: 'social_media',
    client_name: 'Pellworth Cycles',
    project_url: 'https://pellworth-cycles.example',
    liveUrl: null,
    githubUrl: null,
    images: [],
    technologies: ['Photography', 'Short film', 'Subtitles', 'Content calendar', 'Order tracking'],
    featured: true,
    problem: `Four people at Pellworth build touring bicycles to measure, about 130 a year. Their channels showed finished bicycles against a brick wall, which is what every other builder shows as well. The posts were liked by other builders and seldom seen by anyone who wanted a bicycle.

Enquiries came in bursts after each trade fair and dried up by August. People who did order waited five months with no news, and rang to ask.`,
    approach: `We moved the camera to the bench. One day a month we film whatever is happening: a bad weld cut out and done again, the argument over a bracket, a customer on the fitting rig being told to take the smaller frame. Twelve posts a month, each with subtitles and a plain caption, each approved by the person in it.

Every frame got a number and a page on which its owner can follow it from tubing to road test. Many of them share the page themselves, and with permission their frames became the series people wait for.`,
    result: `Over twelve months enquiries rose from 19 to 46 a month and came evenly, with August the second best. The order book is full for nine months. At our suggestion the waiting time is printed on the front page, and people who order know it.

Calls about progress fell from about thirty a week to four. Followers grew too, by 11,000, though the film with the most views brought a single order. The film about choosing the smaller frame brought twenty-three.`,
    outcome: { value: '46', label: 'enquiries a month, up from 19' },
    createdAt: '2025-06-18T09:00:00.000Z',
  },
  {
    title: 'A winter festival with one voice',
    slug: 'halden-winter-voices',
    description:
      'Name, mark, posters and programme for a choir festival in eleven cold churches, set so that a choir can sing from it.',
    category: 'branding',
    client_name: 'Halden Winter Voices',
    project_url: 'https://winter-voices.example',
    liveUrl: null,
    githubUrl: null,
    images: [],
    technologies: ['Identity', 'Type design', 'Print', 'Wayfinding', 'Ticket site'],
    featured: true,
    problem: `For nineteen years the festival had a new poster by a new volunteer every year, under a name of eight words. The town knew that there was singing in December, but not that the thirty concerts belonged together. A third of the seats stayed empty, mostly on weekdays.

Visitors got lost as well. Eleven churches, four of them dedicated to the same saint, had been given no more than an address on the back of a ticket.`,
    approach: `We cut the name to three words and drew the mark from the way a choir stands: rows of arcs, one for each voice, that open or close with the size of the ensemble. Every concert sets its own arcs, so that a quartet and a choir of ninety are plainly relatives. A single colour changes from year to year.

We drew the type for the programme with a singer's eyes in mind: large, narrow and legible by candlelight at arm's length. Each church got a number a metre high beside its door, lit from within, and the number comes before the saint on every ticket and map.`,
    result: `The twentieth season sold 84 percent of its seats, after 66 the year before, and weekday concerts gained the most. Late arrivals, which the ushers had been counting for years, halved.

The whole identity costs the festival one afternoon a year: a volunteer enters the programme, and posters, tickets and the booklet are set from it. Three choirs have asked for the typeface and were given it.`,
    outcome: { value: '84%', label: 'of seats sold, up from 66%' },
    createdAt: '2025-02-27T09:00:00.000Z',
  },
  {
    title: 'Quotes in minutes for a freight broker',
    slug: 'ostrey-freight',
    description:
      'A review of how a broker prices loads, and the small tool that came out of it. Quotes went from three hours to twenty minutes.',
    category: 'business',
    client_name: 'Ostrey Freight',
    project_url: null,
    liveUrl: null,
    githubUrl: null,
    images: [],
    technologies: ['Process mapping', 'TypeScript', 'PostgreSQL', 'E-mail parsing', 'Excel export'],
    featured: false,
    problem: `Ostrey arranges road freight for 160 manufacturers with a desk of fourteen. A request came by e-mail, was typed into one sheet, priced from a second, checked against a third and answered by e-mail. The median answer took three hours and ten minutes, and by then four in ten loads had gone to somebody else.

Two software firms had offered a new system for a six-figure sum. Nobody had measured where the three hours went.`,
    approach: `In a review of three weeks we timed 212 requests from arrival to answer. Nineteen minutes of each were work. The rest was waiting: for the one colleague who knew the surcharges, for a carrier to ring back, for a sheet that somebody else had open.

We suggested a small tool and no new system. It reads the request, fills in what it can, shows the last twenty prices on that lane with the surcharges worked out, and leaves the price to the broker. It was in use by three brokers after five weeks and by all of them after nine. The sheets are still exported every night, because the accountant likes them.`,
    result: `The median quote now takes twenty minutes. The share of requests that become loads went from 22 to 31 percent over two quarters, at the same margin.

The project cost 18 percent of the lower of the two offers and had paid for itself in the fourteenth week. The colleague who knew the surcharges took a fortnight off in July, for the first time in six years.`,
    outcome: { value: '20 min', label: 'median time to a quote, from 3 h' },
    createdAt: '2026-05-07T09:00:00.000Z',
  },
];

/** With what each took, and what is drawn of it. */
export const seedPortfolio: PortfolioSeed[] = stories.map((story) => {
  const proof = caseProofs[story.slug];
  if (!proof) throw new Error(`there is no proof of ${story.slug}`);
  return { ...story, ...proof };
});
