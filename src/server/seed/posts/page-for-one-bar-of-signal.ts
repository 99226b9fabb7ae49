import type { PostSeed } from './post-seed';

export const pageForOneBarOfSignal: PostSeed = {
  slug: 'a-page-for-one-bar-of-signal',
  title: 'A page for one bar of signal',
  category: 'Development',
  excerpt:
    'How a ferry timetable went from 2.4 MB to 38 KB, and how to find out in a minute what your own front page weighs.',
  author: { name: 'Tobias Lindqvist', avatar: null },
  imageUrl: null,
  featured: false,
  publishedAt: '2026-10-01T08:00:00.000Z',
  metaTitle: 'A page for one bar of signal',
  metaDescription:
    'A weight budget took a ferry timetable from 2.4 MB to 38 KB. How we set it, how you can weigh your own page, and what to show when the signal is gone.',
  body: `On the outermost of the five islands that Skerrow Ferries serves, a phone on the pier gets about 400 kilobits a second. The old timetable was a PDF of 2.4 MB. At that rate it took 48 seconds to open, and by then the person holding the phone was at the ticket window, asking whether the boat was sailing. The [site we built](/portfolio/skerrow-ferries) answers that question with 38 KB, which takes about a second.

## Set the weight before the design

We agreed on two numbers before anybody drew a screen: 40 KB for whatever answers the question, and 120 KB for the rest of that page.

Such a number settles arguments before they begin. There was a photograph of the harbour at six in the morning that all of us wanted on the first screen. It weighed 180 KB. Nobody had to say that it was too much, and it moved to the page about the crossing, which people read at home on their own Wi-Fi.

The 38 KB are made up like this: 11 for text and structure, 9 for the styles, 14 for a font cut down to the letters we use, and 4 for the script that fetches the latest state of a sailing. The font was the only line we discussed. A timetable is read at arm's length, in rain, by people in a hurry, and in several of the fonts that phones bring along a wet 3 is hard to tell from an 8. Ines has [more to say about that](/blog/set-for-candlelight).

## Weigh your own page

This takes a minute. In a terminal, with the address of your own site:

\`\`\`sh
curl -sL -o /dev/null -H 'Accept-Encoding: gzip' \\
  -w '%{size_download} bytes in %{time_total} s\\n' \\
  https://www.example.com/
\`\`\`

That is the document alone. For everything that comes with it, open the developer tools of your browser (F12 on most), choose Network, tick the box that switches the cache off, load the page again and read the total at the foot.

Then do the sum. At 400 kilobits a second, every 50 KB costs one second. A page of 500 KB takes ten seconds on that pier, and one of 2 MB takes forty. If you do not have customers on piers, you have some in lifts, on trains and in the back of a warehouse, and the sum is much the same.

In most of the sites we adopt, three things make up over half the weight: photographs saved at the size of a poster, a chat window that loads on every page, and scripts for campaigns that ended long ago. All three can be put right in an afternoon, and nobody will see a difference in how the site looks.

## Keep the last answer

The other half of the problem is having no signal at all. Once opened, the site keeps the last answer on the phone and prints its age beside it: *Sailing. Checked 14 minutes ago.*

In the first version the age was in small type at the foot. We tried it on the boat with seven passengers, and four of them believed an answer that was two hours old. So the age moved up, beside the answer and in the same size. With an old answer that says how old it is, people can decide whether to set out. With a spinner they can only stand there.

## Keeping to it

A budget is easy to meet on the day of launch. The test comes when somebody is in a hurry. In June a banner for the island festival brought its own font, and the first screen went to 44 KB. A check that runs with every change refused to publish it. The banner was set in the font that was there already, which took ten minutes, and the page is back at 38.

On the first stormy Friday of its first season the booking office took 198 calls, which is 142 fewer than on a comparable day the year before. Not all of that is weight, since the site also has better news to give. But news has to arrive, and that much we can measure.

Every [marketing website](/services/marketing-website) we build has such a budget too. It is wider, 300 KB for the first page, and it is written in the quote.
`,
};
