import type { PostSeed } from './post-seed';

export const restoreDay: PostSeed = {
  slug: 'the-day-we-restore-everything',
  title: 'The day we restore everything',
  category: 'Technology',
  excerpt:
    'Once a quarter we restore the backup of every site in our care. In February two of 34 failed. What went wrong, and four questions for your own provider.',
  author: { name: 'Joss Hartnell', avatar: null },
  imageUrl: null,
  featured: false,
  publishedAt: '2026-03-19T08:00:00.000Z',
  metaTitle: 'The day we restore everything',
  metaDescription:
    'What we learned from restoring 34 backups in one day, why seven of the nineteen we were handed did not work, and four questions to ask your provider.',
  body: `On one Wednesday in each quarter I take last night's backup of every site in our care, restore it on an empty machine and try to use it. I buy something, I sign in, I look for the newest photograph. In February it was 34 sites, and 32 came back as they should. This is about the other two. It is also about the nineteen backups that we were handed last year with sites built by others, of which seven could not be restored at all.

## Two that failed

The first came back without its pictures. The database had been copied every night and was complete. The folder with the pictures had moved to another disk in November, after our last rehearsal, and the backup had not been told. For ninety nights the log said *success*, because everything on the list had been copied. The repair was one line. We also compare the number of files with the night before, and a fall of more than two percent now rings my phone.

The second came back whole, after five hours and forty minutes. Its owner sells tickets, and she had told us that two hours without the shop would be bearable. So the backup was in order and our promise was not. Most of the time went into unpacking eleven years of invoices, which nobody needs on the day of a disaster. They are now restored last, and the shop opens after fifty minutes.

Both owners heard of it from me the same afternoon, with the date by which it would be mended. One of them asked how the previous provider had done these tests. There was nothing about it in the papers.

## Seven that never could

Of the nineteen we were handed, seven were of no use:

- Three lay on the same machine as the site, and would have gone with it.
- Two were locked with a password that had left the firm with a former employee.
- One was a file of zero bytes, written punctually every night for fourteen months.
- One had ended when the credit card that paid for it expired. The notice had gone to an address that no one reads.

In each case somebody had paid for backups and believed that they had them. Nobody had been careless in a way you could point at. The question had simply never been asked in a form that needed a date for an answer.

## Four questions for your provider

**When was a backup last restored, and who saw it work?** The answer should contain a day and a name. *It runs every night* answers a different question.

**How long did it take?** That is how long you would be closed. Compare it with what an hour of being closed costs you.

**Where is it kept?** One copy should be with another company, under another login, so that a fire or a cancelled account takes only one of the two.

**How much would be missing?** With nightly backups and sixty orders a day, you may lose up to sixty orders. If that is too many, ask what hourly ones cost. For most shops it is less than twenty dollars a month.

Ask by e-mail, so that the answer has a date on it too.

## A test that you can make today

Choose one page or picture on your site that has changed in the last month, and ask your provider for the version from three weeks ago. Do not say that it is a test. With a working backup it takes them about ten minutes, and you should have it the next day. If it takes a week, you have learned on a quiet Wednesday how a bad one would go.

If you look after the site yourself, do the same with your own hands. Have the passwords in front of you before you begin, and note the time when you start and when you finish. Those notes are your plan for the bad day.

A restore test each quarter is part of every [care plan](/pricing). We take in sites that we did not build as well. The first fortnight of [website care](/services/website-care) goes into an inspection, and you can guess what I look at first.
`,
};
