import type { PostSeed } from './post-seed';

export const nineteenMinutesOfWork: PostSeed = {
  slug: 'nineteen-minutes-of-work',
  title: 'Nineteen minutes of work, three hours of waiting',
  category: 'Business',
  excerpt:
    'We timed 212 requests for a quote and found that 90 percent of the time nobody was working on them. How to time a process of your own.',
  author: { name: 'Dawit Haile', avatar: null },
  imageUrl: null,
  featured: false,
  publishedAt: '2026-05-14T08:00:00.000Z',
  metaTitle: 'Nineteen minutes of work, three hours of waiting',
  metaDescription:
    'A freight broker took three hours to answer a request that held nineteen minutes of work. Where the rest went, and how to time a process of your own.',
  body: `A request for a quote came in at [Ostrey Freight](/portfolio/ostrey-freight), and three hours and ten minutes later, at the median, the answer went out. By then four in ten loads had gone to somebody else. Two software firms had seen that figure and offered a new system for a six-figure sum. We asked for a chair, a stopwatch and three weeks, and timed 212 requests from arrival to answer. Nineteen minutes of each were work. For the rest, the request lay somewhere and waited.

## Where a request waits

We kept one line for each request, with five clock times on it: arrived, opened, priced, checked, answered. When nobody had it in hand, we wrote down what it was waiting for. Of every hundred minutes of waiting,

- 41 were for the one colleague who knew the surcharges,
- 27 were for a carrier to ring back,
- 18 were for a sheet that somebody else had open,
- 14 were for nothing at all: the request had been read, marked as unread and passed over.

The system on offer would have shortened the nineteen minutes. It had faster forms and a search across all of them. Of the 171 minutes of waiting it would have touched about thirty.

## Time one process of your own

Choose something that happens at least five times a day and ends with a person outside the firm: a quote, a booked repair, an order confirmed. For a week, a slip of paper travels with every job, and whoever takes it up or puts it down writes the time on the slip. Paper is better than a spreadsheet here. It cannot be open on somebody else's screen.

Leave names off. On the first morning we tell everyone that nobody is being assessed, and that the team will read the notes before the management does. Without that promise you measure how people work while they are watched.

On Friday, take each slip, add up the minutes in which somebody had the job in hand, and subtract them from the whole. Thirty slips are enough to see a pattern. In the eleven reviews that we did last year, the share of work in the whole lay between 6 and 22 percent. Ostrey, at 10, was nothing unusual.

## Mend the waiting first

The cures come in three sizes, and it pays to try them from the small end.

**A rule** costs nothing. At Ostrey the price sheet is closed when its reader gets up, and a request that has been opened has an owner until it is answered. Those two took 25 minutes off the median within a week, before we had written any code.

**A setting** costs an afternoon. Many firms own software that could send the reminder or share the sheet, and nobody has been asked to switch it on. We look through the subscriptions first. In about half of the reviews there are two that do the same thing.

**A tool** comes last, and it should be as small as the hole it fills. Ostrey's reads the request, fills in what it can, and shows the last twenty prices on that lane with the surcharges worked out. The broker still sets the price. Three brokers used it after five weeks, and all fourteen after nine. It cost 18 percent of the lower of the two offers, and the median answer now takes twenty minutes.

Of last year's eleven reviews, four ended with rules and settings alone. We build [web applications](/services/web-application) for a living and would have been glad of the work. In none of the four would a tool have paid for itself.

## What we got wrong

We arrived at Ostrey sure that the carriers were the trouble, because everybody said so, and spent the first two days on how they answer their phones. When the lines were added up, the carriers had 27 minutes in the hundred and the surcharges had 41. Nobody had mentioned those, since the colleague who knew them was well liked and always helped. She was also the only one who could not take a holiday in one piece.

Since then we count first and ask for opinions afterwards. The same habit applies to machines, by the way: Joss has written about [backups that everybody believed in](/blog/the-day-we-restore-everything).

If you time a week and would like a second look at the slips, an [operations review](/services/operations-review) goes through up to eight processes like this one. You keep the plan, and you may carry it out with anybody.
`,
};
