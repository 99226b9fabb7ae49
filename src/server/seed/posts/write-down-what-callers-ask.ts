import type { PostSeed } from './post-seed';

export const writeDownWhatCallersAsk: PostSeed = {
  slug: 'write-down-what-callers-ask',
  title: 'Write down what callers ask',
  category: 'Marketing',
  excerpt:
    'Three questions made up 68 percent of the calls to a dental group, and its website answered none of them. How to find your own three, with a pad and a week.',
  author: { name: 'Petra Novakova', avatar: null },
  imageUrl: null,
  featured: true,
  publishedAt: '2026-08-20T08:00:00.000Z',
  metaTitle: 'Write down what callers ask',
  metaDescription:
    'The questions on your phone are the pages your website lacks. A method in five steps that takes a week and a pad, with results from a dental group.',
  body: `Before we rewrote a word for [Corven Dental](/portfolio/corven-dental) we listened to 120 telephone calls, recorded with the callers' consent. It took four days. We came away with a list of 31 questions, and three of them made up 68 percent of the calls: does it hurt, what does it cost, and when can I come. The most visited page of the old site was about root canals and answered none of the three. It used the word *endodontic* fourteen times and the word *pain* once, near the end.

## What a keyword tool leaves out

A tool will tell you that *root canal* is searched for 4,400 times a month in your region. It cannot tell you that the person searching is in a car park with a swollen cheek. Callers say that sort of thing in their first sentence, and the words they use on the phone are often those they have just typed.

One of the 120 put our whole brief into two sentences:

> I don't need to know how it's done. I need to know if I can fetch my son at three.

Her question is now a heading on the page: *Can I drive, and fetch the children, afterwards?* The answer below it is two lines long and was checked by a dentist. In the first quarter it was the second most read passage on the whole site, after the prices.

## A week with a pad

You can do this without us and without recording anything.

1. On Monday, put a pad beside every phone. Recording a call needs consent in many places, and a pad does not.
2. For each call, write down the first question in the caller's own words. No names, no numbers.
3. On Friday, cut the notes apart, read them aloud and make a pile for each question. Count the piles.
4. Take the three tallest piles to your own website, on a phone, with a stopwatch. Start at the front page. If an answer takes longer than thirty seconds to find, it is not there.
5. Write the missing answers, each in the first paragraph of its page and with a figure in it. Ask somebody outside the firm to read it and to tell you what it says.

Ten calls a day make fifty notes by Friday, which is enough. A roofer who did this in spring had expected questions about price. His tallest pile was whether he would take the old tiles away. He does, it was nowhere on the site, and it now stands in the first line.

## Print the price, or the reason for the range

The answer that owners are slowest to give is the price, and Corven's dentists were no exception. A root canal there costs between $780 and $1,450. The reason fits into a sentence: a front tooth has one canal, a molar has three or four, and each takes about as long as the next.

We printed the range with the reason on a trial of two months, and all of us were a little afraid of the second figure. First appointments for that treatment rose by 22 percent. Calls that ended as soon as the price was named fell from eleven a week to two, so the people at the desk had most of an hour back. The trial was not mentioned again.

Where a price depends on the case, say on what, and give two examples with their sums. We would look foolish if we did not print ours: each of our [services](/services) says where it starts and what is in it.

## What did not work

Of the 42 pages we rewrote, five brought fewer visits than before. All five were on subjects nobody rings about, such as how instruments are cleaned. We had given them the same friendly questions for headings, and they read like a waiter explaining the kitchen. We put the old texts back, at half the length, and within two months they had recovered.

So the pad has a second use. What is in no pile may stay as it is, and you need not pay anyone to rewrite it.

If you have done your week and are unsure what the piles mean, [send us a photograph of them](/contact). Our own [search marketing](/services/search-marketing) begins in the same way, with the first month spent mostly on listening.
`,
};
