import type { PostSeed } from './post-seed';

export const setForCandlelight: PostSeed = {
  slug: 'set-for-candlelight',
  title: 'Set for candlelight',
  category: 'Design',
  excerpt:
    'Seven proofs, forty singers and a cold church: what the programme of a choir festival taught us about text on a phone, in four figures you can check.',
  author: { name: 'Ines Calloway', avatar: null },
  imageUrl: null,
  featured: false,
  publishedAt: '2026-07-02T08:00:00.000Z',
  metaTitle: 'Set for candlelight: text people can read',
  metaDescription:
    'We tested a programme on forty singers by candlelight. What it says about text on your website: four figures for size, contrast, length and spacing.',
  body: `The choirs of Halden sing in December by candlelight. A singer in the second row has about ten lux on her page, where your desk has five hundred. Before we settled the type for the [festival's programme](/portfolio/halden-winter-voices), I stood in the coldest of its eleven churches with seven printed proofs and forty people who wanted to go home, and asked them to sing four lines from each.

## Seven proofs

From one proof to the next a single thing changed: the size, the width of the letters, the space between lines, the colour of the paper. While they sang I counted the places where somebody stumbled.

The old programme, ten points in grey on white, had 23 of them. The seventh, which we printed, had three. It is set in fourteen points, in letters narrow enough for a line of verse to fit, with the lines nearly one and a half times their size apart, in black on a cream paper.

The proof I liked best was the fifth. It was lighter and had more air, and it would have looked well in our portfolio. It had fifteen stumbles. An alto who had read all seven was kind about it:

> I can read every one of them. The last one, I forgot that I was reading.

## Your readers have candles too

Nobody opens your website in a church. They open it in July sun at a bus stop, at the end of a night shift, or at sixty-two without the glasses that are in the other room. Glare, tiredness and age all do the same thing to a letter, which is to take away its contrast. At sixty, roughly a third as much light reaches the back of the eye as at twenty.

There are four figures that I hold text to, and you can check them on your own site in ten minutes:

- **Size.** 16 pixels at least for running text on a phone, and 17 is kinder. In a browser on a desk, a right click on a paragraph, then Inspect, shows the figure under Computed.
- **Contrast.** At least 4.5 to 1 between text and ground, which is what the accessibility standard WCAG asks of text this size. The light grey that web designers love, #999999 on white, has 2.8.
- **Length.** Between 45 and 75 characters to a line on a desk. Count one line. If it has 120, the eye loses its place on the way back.
- **Space.** Lines one and a half times as far apart as the type is high, a little less for headings.

We look at about forty sites a year before we quote for them. Last year eleven passed on all four. Contrast was the one that failed most, in 22 of the forty, and it is the cheapest to mend: usually one value in one file.

## Read it aloud

Figures cover the letters. For the words I know only one test, and it comes from the years when I made books: read the page aloud, to the end, to somebody or to the wall.

The voice trips where the eye has learned to skip. It trips on a sentence with nowhere to breathe, on *please do not hesitate to contact us*, and on a heading whose paragraph is about something else. A page of 700 words takes five minutes. I have read 187 pages aloud since January and changed something on all but nine.

Do not leave out the small print. Somebody who reads your terms of delivery is usually worried already. They are owed the same type and the same care as the front page, and they remember who gave it to them. Our own terms took three evenings, and my neighbour heard all of it through the wall.

## Where to begin

Print the page you care about and read it standing up, at arm's length, with the lamp off. It sounds like a parlour game, and it has found something on every page I have tried it with.

If you would rather have it found by people who live with this daily, three of them take part in each [accessibility audit](/services/accessibility-audit), and are paid for it. And when we draw a [brand identity](/services/brand-identity), the proofs now go to the place where they will be read, before anyone has a favourite. The evening in the church cost four hours and forty cups of tea.
`,
};
