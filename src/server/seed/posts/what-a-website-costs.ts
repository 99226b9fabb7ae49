import type { PostSeed } from './post-seed';

export const whatAWebsiteCosts: PostSeed = {
  slug: 'what-a-website-costs',
  title: 'What a website costs, line by line',
  category: 'Business',
  excerpt:
    'Twelve pages, 68 hours quoted, 72.5 hours taken. Where the money went, what the quote left out, and three questions to ask of any other.',
  author: { name: 'Amara Oduya', avatar: null },
  imageUrl: null,
  featured: true,
  publishedAt: '2026-11-12T08:00:00.000Z',
  metaTitle: 'What a website costs, line by line',
  metaDescription:
    'A real quote of $6,800 taken apart: hours, prices, running costs, what makes a site dearer or cheaper, and three questions to ask before you sign.',
  body: `Our marketing website starts at $6,800. Owners who have three quotes on the desk ask why ours is neither the one for $1,900 nor the one for $24,000, and they are right to ask. So here is where the money went for a site of twelve pages that we launched in September, for a firm of surveyors with nine employees. They let us print the figures as long as we kept their name out of it.

## Where the hours went

We write time down in quarters of an hour and price this kind of work at $100 an hour. The quote was fixed. These are the hours we promised beside the hours it took.

| Part | Hours quoted | Hours taken | Price |
| --- | ---: | ---: | ---: |
| Workshops, three customer calls, a one-page summary | 10 | 11 | $1,000 |
| Writing twelve pages | 18 | 23 | $1,800 |
| Design | 14 | 12 | $1,400 |
| Building it | 14 | 13 | $1,400 |
| Checks: speed, keyboard, eight browsers, every form | 7 | 6.5 | $700 |
| Launch, redirects, thirty days of changes | 5 | 7 | $500 |
| **Together** | **68** | **72.5** | **$6,800** |

We were four and a half hours out, and those are ours to pay. Writing is the line we misjudge most often. It has to wait for the people who know the answers, and they are busy using them. The surveyors had kept a note of [what their callers ask](/blog/write-down-what-callers-ask) for a week beforehand, without which it would have been thirty hours.

## What is not in the table

Some of the cost of a site goes to other people. The surveyors pay $14 a year for the domain and $22 a month for hosting, both in their own name. A photographer took $640 for half a day. The two typefaces have an open licence and cost nothing. After launch they chose the middle [care plan](/pricing). They could just as well have stopped there, since the site is theirs and any competent developer can run it.

If a quote is silent about these things, ask. The one for $1,900 left out the texts, the redirects from the old addresses and any test on a phone. At that firm's own hourly rate they came to a further $2,700.

## What makes it dearer, and what cheaper

A second language adds about 40 percent, because every page is written, laid out and checked twice. A booking form that talks to your calendar adds between $1,200 and $3,000, depending on the calendar.

Then there are people. Of our last thirty sites, those with one person deciding took 66 hours on average, and those with four took 81. Each further signature costs about five hours, most of them spent on mending what two of the four had already agreed.

Leaving out pages saves less than one hopes. A page costs about two and a quarter hours, so dropping three of them saves $675. Answering our questions within a day saves about as much and keeps the pages.

And there are sites that should not be replaced at all. If yours says the right things and is only slow, a quarter of [website care](/services/website-care) may be all that it needs. We look before we quote, and roughly one enquiry in six ends that way.

## Three questions for any quote

- **Who writes the text?** If it is you, put it in your calendar: count on two hours a page, and on being late.
- **Whose name is on the domain, the hosting and the code?** It should be yours from the first day, with a password that you have tried.
- **What happens when the hours run out before the work does?** With us the price stays. With others you may be billed by the hour, which is fair if you know it beforehand.

Our own answers are on the page about the [marketing website](/services/marketing-website). If you have quotes from others and would like somebody to read them with you, [send them over](/contact) with the names blacked out. It takes us half an hour, we do two or three a month, and we do not charge for it.
`,
};
