import { defaultCtaText, type ProcessStep } from '~/contract/services/services';
import type { Service } from '~/contract/services/services-schema';

export type ServiceSeed = Omit<Service, 'id' | 'price' | 'briefFormId'> & { priceCents: number };

const list = (text: string): string[] => text.split('; ');

/** Each step is written as 'Title: what happens'. */
const steps = (...texts: string[]): ProcessStep[] =>
  texts.map((text) => {
    const [title = '', ...rest] = text.split(': ');
    return { title, description: rest.join(': ') };
  });

const usual = {
  ctaText: defaultCtaText,
  imageUrl: null,
  featured: false,
  isActive: true,
  priceUnit: 'once' as const,
  priceKind: 'from' as const,
};

/** In the order in which the site shows them; the landing page takes the first six. */
export const seedServices: ServiceSeed[] = [
  {
    ...usual,
    slug: 'marketing-website',
    name: 'Marketing Website',
    description:
      'A fast, well-written site of eight to fifteen pages that explains what you do and makes it easy to get in touch.',
    detailedDescription: `Most company websites fail in the first paragraph: they describe the company and forget the reader. We start with the questions your customers ask on the phone, and give each one a page that answers it in plain words.

Design and code go side by side. In the second week you open a real page on a real phone, and every page after that is built from the same small set of parts, so the site still looks like itself after two years of editing.

The site opens in under two seconds on a mid-range phone with an average connection, works with a keyboard and a screen reader, and can be edited by anyone who can write an e-mail. We measure all three before launch and hand you the results.

After launch we stay for thirty days to fix, adjust and answer questions. After that you can take a care plan or look after the site yourself. The notes we leave behind cover both.`,
    priceCents: 680_000,
    category: 'website',
    timeline: '4-6 weeks',
    featured: true,
    features: list(
      'Up to fifteen pages, written with you; Design for phone, tablet and desk; An editor your team can use without training; Loads in under two seconds on a mid-range phone; Meets WCAG 2.2 AA; Search basics: titles, sitemap, structured data; Cookie-free visitor statistics; Thirty days of changes after launch',
    ),
    metaTitle: 'Marketing websites, designed and written',
    metaDescription:
      'A company website of up to fifteen pages, written, designed and built in four to six weeks for a fixed price, with thirty days of changes included.',
    keywords: 'company website, web design, copywriting, accessible website, fast website',
    heroTitle: 'A website that answers the question',
    heroSubtitle:
      'We find out what your customers need to know, write it down clearly, and build the site around it.',
    processSteps: steps(
      'Listen: Two workshops with you and three calls with your customers. You get a one-page summary of what the site has to say and to whom.',
      'Write and sketch: Every page is drafted as words first, then as a layout. You correct both while correcting is still cheap.',
      'Design and build: Real pages on a private link, a demo each Friday, and a short list of decisions for you to make each week.',
      'Check: Speed, keyboard, screen reader, eight browsers and every form. You get the results, including what we had to fix.',
      'Launch and stay: We move the domain on a quiet morning, redirect the old addresses, and stay for thirty days of changes.',
    ),
    deliverables: list(
      'The finished site on your own domain; Source code in your own repository; Design file with every component; Page texts as an editable document; Speed and accessibility report; A two-page guide for editors',
    ),
  },
  {
    ...usual,
    slug: 'online-store',
    name: 'Online Store',
    description:
      'A shop that loads fast, takes cards and wallets, and sends tidy orders to the people who pack them.',
    detailedDescription: `A shop has two kinds of user: the person who buys and the person who packs. We design for both. The checkout is three short steps, and the order arrives in your stockroom with the picking list, the label and the customs form already filled in.

We work with Shopify, WooCommerce or a shop of our own making, and we will tell you which of them suits you before you pay for any of it. For most catalogues under five thousand products a hosted shop costs less to run, and we say so.

Products, customers and order history move over from your old shop. We rehearse the move twice on a copy, and the real one happens overnight with a list of checks and a way back.

For six weeks after opening we watch where people give up, and each week we change the one thing that costs you most.`,
    priceCents: 940_000,
    category: 'ecommerce',
    timeline: '6-9 weeks',
    featured: true,
    features: list(
      'Up to 500 products moved with their history; Cards, Apple Pay, Google Pay and invoices; Taxes and shipping rules for your countries; Search and filters that forgive spelling; Stock kept in step with your till; Order e-mails people can read; Returns without an e-mail exchange; Six weeks of watching and adjusting',
    ),
    metaTitle: 'Online stores that are easy to buy from',
    metaDescription:
      'Design, build and migration of an online store in six to nine weeks. Cards and wallets, tidy stock, up to 500 products moved, six weeks of care after opening.',
    keywords: 'online store, e-commerce, Shopify, WooCommerce, checkout, shop migration',
    heroTitle: 'A shop for buyers and for packers',
    heroSubtitle:
      'Three steps from basket to receipt, and an order that reaches the stockroom ready to pick.',
    processSteps: steps(
      'Walk the stockroom: We follow five orders from click to doorstep and write down every place where somebody types something twice.',
      'Choose the platform: A costed comparison over three years, fees and apps included, with one recommendation and the reasons for it.',
      'Design the path: Product page, basket and checkout first, tested with six of your customers before anything else is drawn.',
      'Build and move: The shop grows on a private link while your catalogue is moved, checked and moved again.',
      'Open and adjust: We open overnight, stay on call for the first weekend, and improve one measured thing a week for six weeks.',
    ),
    deliverables: list(
      'The shop, live on your domain; Products, customers and orders moved over; Payment, tax and shipping set up and tested; Templates for all order e-mails; Redirects from every old address; A handbook for the packing desk; Six weekly reports after opening',
    ),
  },
  {
    ...usual,
    slug: 'brand-identity',
    name: 'Brand Identity',
    description:
      'A name people can spell, a mark that works at sixteen pixels, and rules short enough to be followed.',
    detailedDescription: `An identity is a set of decisions that nobody has to take again: how the name is written, which two typefaces you use, what a photograph of yours looks like, and how you say no in an e-mail.

We begin by collecting everything you already send out: invoices, vans, signs, slides, the notice on the door. The new identity has to hold on all of them, so we design on those pieces and not on an imaginary tote bag.

You will see three directions, each drawn on the same five real pieces so that you can compare them honestly. You choose one and we refine it in two rounds. We have found that a third round seldom makes it better.

What you get at the end is a guide of about twenty pages, templates in the programs your team uses, and a day with us to put them to work.`,
    priceCents: 720_000,
    category: 'branding',
    timeline: '5-7 weeks',
    featured: true,
    features: list(
      'Mark and wordmark for screen and print; Two typefaces, licensed for you; A palette that passes contrast checks; Templates for slides, letters and posts; A voice guide with before and after; Trademark pre-check in two classes',
    ),
    metaTitle: 'Brand identity for working companies',
    metaDescription:
      'Mark, type, colour, voice and templates in five to seven weeks. Three directions on your real material, two rounds, a twenty-page guide.',
    keywords: 'brand identity, logo design, visual identity, brand guidelines, naming',
    heroTitle: 'Twenty pages people will follow',
    heroSubtitle:
      'A mark, two typefaces, a palette and a voice, designed on the things you already send out every day.',
    processSteps: steps(
      'Collect: We gather everything that carries your name and pin it to one wall. That wall usually makes the case for the project.',
      'Position: A page of text that says who you are for, what you are better at, and what you leave to others.',
      'Three directions: Three different answers, each shown on the same five real pieces.',
      'Refine and hand over: Two rounds on the chosen direction, then the guide, the templates and a day of working with your team.',
    ),
    deliverables: list(
      'Mark and wordmark in all file formats; Guide of about twenty pages, PDF and web; Templates for slides, documents and social posts; Colour and type tokens for developers; Voice guide with worked examples; Trademark pre-check report',
    ),
  },
  {
    ...usual,
    slug: 'search-marketing',
    name: 'Search Marketing',
    description:
      'Be found for the things you want to sell. Monthly work on pages, adverts and measurement, reported in plain words.',
    detailedDescription: `Search marketing is mostly housekeeping: pages that answer what people type, adverts that lead to those pages, and numbers that tell you which of them earned something.

In the first month we take stock. We list the hundred searches that matter to you, who is found for them today, and what it would cost to change that. Some will not be worth it, and we strike them off with a reason.

Then we work in monthly rounds: two or three pages written or improved, advert spending moved to where enquiries come from, and one technical fault removed. You approve the plan on one page before each round.

The report is a page as well. It shows enquiries and what each one cost, names what did not work, and says what we will try next. You can stop at the end of any month.`,
    priceCents: 180_000,
    priceUnit: 'month',
    category: 'marketing',
    timeline: '3-4 weeks',
    features: list(
      'The hundred searches that matter, ranked by worth; Two or three pages written or improved a month; Search adverts set up and looked after; Technical faults found and removed; Enquiries counted, calls included; A one-page report every month; No minimum term',
    ),
    metaTitle: 'Search marketing by the month',
    metaDescription:
      'Pages, adverts and measurement in monthly rounds. A plan you approve on one page, a report you can read in five minutes, no minimum term.',
    keywords: 'SEO, search marketing, search advertising, content, PPC, enquiries',
    heroTitle: 'Found for what you want to sell',
    heroSubtitle:
      'A monthly round of writing, spending and measuring, with a report that fits on one page.',
    processSteps: steps(
      'Take stock: Searches, competitors, adverts and faults in one audit. If search is the wrong place for your money, you hear it here.',
      'Set up the counting: Forms, calls and orders are tied to the search that led to them, with consent and without personal data.',
      'Work in rounds: Each month has a one-page plan, the work itself, and a check of what changed.',
      'Report and decide: A page of numbers, half an hour on the phone, and a decision to carry on, change course or stop.',
    ),
    deliverables: list(
      'Search audit with costed priorities; Two or three pages a month; Advert accounts in your name; Measurement of enquiries and calls; A one-page report each month',
    ),
  },
  {
    ...usual,
    slug: 'operations-review',
    name: 'Operations Review',
    description:
      'Three weeks inside your business to find the work a computer should do, with a costed plan for each piece of it.',
    detailedDescription: `Every firm has a spreadsheet that only one person understands, and a Tuesday that is spent copying numbers from one window to another. We come and find them.

For a week we sit beside the people who do the work, take notes and time things. We look at orders, invoices, rotas, stock, complaints: whatever moves through your business and gets typed more than once.

Then we cost it. For each process you get the hours it takes today, the ways to shorten it, what each would cost to set up and run, and when it pays for itself. Often the answer is a setting in software you already pay for. Sometimes the answer is to stop doing it.

You get a plan that any competent supplier could carry out. There is no obligation to choose us, and about a third of our clients do most of it themselves.`,
    priceCents: 420_000,
    category: 'business',
    timeline: '2-3 weeks',
    features: list(
      'Five days on site or on call with your team; Up to eight processes mapped and timed; Software subscriptions checked for overlap; Options costed over three years; Risks and data protection noted; A ninety-day plan with owners and dates',
    ),
    metaTitle: 'Operations review in three weeks',
    metaDescription:
      'We map and time up to eight processes, cost the ways to shorten them, and leave you a ninety-day plan any supplier can carry out. Fixed price.',
    keywords: 'business consulting, process review, automation, operations, digital strategy',
    heroTitle: 'Find the Tuesday you could have back',
    heroSubtitle:
      'We sit beside your team, time the copying and pasting, and cost what it would take to end it.',
    ctaText: 'Book a First Call',
    processSteps: steps(
      'Choose the processes: One call to agree which eight processes we look at, and who can show us each.',
      'Watch and time: Five days beside the people who do the work. Nobody is assessed, and your team reads the notes first.',
      'Cost the options: For each process: leave it, fix it, buy something, build something. With figures.',
      'Agree the plan: A half-day session in which you choose, and we write down who does what by when.',
    ),
    deliverables: list(
      'Process maps with measured times; A register of software and what it costs; Costed options for each process; A ninety-day plan with owners and dates; A half-day session with your managers',
    ),
  },
  {
    ...usual,
    slug: 'social-channels',
    name: 'Social Channels',
    description:
      'A month of posts made from what really happens in your business, with the comments answered within a working day.',
    detailedDescription: `Most companies post because it is Thursday. We would rather you posted less, and about something: the batch that went wrong, the repair that worked, the customer who uses your product in a way you never planned.

Once a month we spend a day with you, camera in hand, and leave with enough material for four weeks. You see the calendar before anything goes out and can strike any post without giving a reason.

We answer comments and messages within one working day in a voice agreed with you, and pass on what needs a human decision. Complaints reach you within the hour.

Each month you learn which posts led to a visit, an enquiry or a sale. Followers are in the report too, on the last line, where they belong.`,
    priceCents: 160_000,
    priceUnit: 'month',
    category: 'social_media',
    timeline: '2-3 weeks',
    features: list(
      'Twelve posts a month on two channels; One day of photographs and film each month; Captions, alt text and subtitles written; Comments answered within one working day; Complaints passed to you within the hour; Calendar approved by you in advance; Monthly report on visits and enquiries',
    ),
    metaTitle: 'Social media channels, run with care',
    metaDescription:
      'Twelve posts a month on two channels, one day of photographs and film, comments answered within a working day. Every post approved by you first.',
    keywords: 'social media management, content calendar, photography, community management',
    heroTitle: 'Post less, and about something',
    heroSubtitle:
      'One day with a camera, twelve posts, and a person who answers. All of it approved by you first.',
    processSteps: steps(
      'Find the stories: A morning with the people who make, mend, serve or drive. That is where the posts come from.',
      'Agree the voice: Ten sample posts and five sample replies, corrected by you until they sound right.',
      'Shoot and schedule: One day on site each month, then a calendar with every post, ready to approve.',
      'Answer and report: Replies within a working day, and one page a month on what it brought in.',
    ),
    deliverables: list(
      'Voice guide with sample posts and replies; Twelve finished posts a month; The original photographs and film, yours to keep; A shared calendar; A one-page monthly report',
    ),
  },
  {
    ...usual,
    slug: 'web-application',
    name: 'Web Application',
    description:
      'Booking systems, portals and internal tools built to be used all day and changed without fear.',
    detailedDescription: `When a process is what sets you apart, no product on the shelf will fit it. That is the time to build, and the only time we suggest it.

We begin with the smallest version that does real work for real people, and put it in their hands within five weeks. What they do with it decides what comes next. The plan is a list in order of worth, and you may reorder it every Friday.

Under the surface it is unexciting on purpose: a relational database, typed code, automatic tests, backups that we restore once a month to be sure. Two engineers know every part of it, and the notes are good enough for a third.

You own the code and the accounts. We host and run it if you like, with an engineer on call, or hand it to your own team in a week of working side by side.`,
    priceCents: 1_400_000,
    category: 'website',
    timeline: '8-12 weeks',
    featured: true,
    features: list(
      'First working version in five weeks; Sign-in with roles and a record of changes; Connections to the systems you already have; Automatic tests on every change; Daily backups, restored monthly as a test; Usable by keyboard, phone and screen reader; An engineer on call if you want one; Code and accounts in your name',
    ),
    metaTitle: 'Web applications and internal tools',
    metaDescription:
      'Portals, booking systems and internal tools. A first version in use within five weeks, tested on every change, code and accounts in your name.',
    keywords: 'web application, custom software, client portal, booking system, internal tools',
    heroTitle: 'Software for the way you work',
    heroSubtitle:
      'A first version in use within five weeks, then a list of improvements in the order that you choose.',
    processSteps: steps(
      'Draw the work: We follow the process as it is, exceptions included, and agree on the smallest version worth having.',
      'Prototype: A clickable draft tried by five of the people who will use it every day.',
      'First version: Working software with real data in five weeks, used by a small group.',
      'Widen: A fortnightly release. Each one carries the next most valuable thing and removes an old annoyance.',
      'Run or hand over: We keep it running with an engineer on call, or spend a week teaching your team to do so.',
    ),
    deliverables: list(
      'The application, running in your accounts; Source code with automatic tests; Data moved from the systems it replaces; Handbook for users and for administrators; Runbook: deploy, restore, rotate keys; Security and accessibility report',
    ),
  },
  {
    ...usual,
    slug: 'email-campaigns',
    name: 'E-mail Campaigns',
    description:
      'A newsletter worth opening and a handful of automatic messages that arrive when they are useful.',
    detailedDescription: `E-mail is the one channel where you own the list. It pays to be careful with it: people forgive a dull message once and unsubscribe at the third.

We set up the six messages that do most of the work, such as the welcome, the abandoned basket, the reminder before a renewal and the thank-you that asks one question. Each is written, tested on real devices and sent only where the person has agreed to it.

Then comes the newsletter. Once or twice a month we write one with you, starting from a short call. It has one subject and one thing to do, and it reads as if a person had written it, which is the case.

We look after the list itself as well: consent records, bounces, and people who have not opened anything in a year, whom we ask politely and then let go.`,
    priceCents: 190_000,
    category: 'marketing',
    timeline: '3-4 weeks',
    features: list(
      'Six automatic messages written and set up; One or two newsletters a month; Templates that survive Outlook and dark mode; Consent kept on record; Sender reputation set up and watched; Results by message, in money where possible',
    ),
    metaTitle: 'E-mail campaigns and newsletters',
    metaDescription:
      'Six automatic messages and one or two newsletters a month, written, tested and sent with consent on record and no minimum term.',
    keywords: 'e-mail marketing, newsletter, marketing automation, deliverability, consent',
    heroTitle: 'Messages people would miss',
    heroSubtitle:
      'Six automatic e-mails that arrive when they are useful, and a newsletter with one thing to say.',
    processSteps: steps(
      'Clean the list: Consent, duplicates, dead addresses. The list gets shorter, and more of it arrives.',
      'Build the six: The automatic messages, written with you and tested in twenty mail programs.',
      'Find the rhythm: Three newsletters, three subjects, and a decision on how often to write.',
      'Keep going: A short call, a draft in two days, one round of changes, out it goes.',
    ),
    deliverables: list(
      'Six automatic messages, live; A newsletter template you can edit; One or two finished newsletters a month; Sender setup: SPF, DKIM and DMARC; A monthly page of results',
    ),
  },
  {
    ...usual,
    slug: 'website-care',
    name: 'Website Care',
    description:
      'Updates, tested backups, monitoring and nine hours of changes, priced by the quarter. For sites we built and sites we adopt.',
    detailedDescription: `A website is finished for about a week. Then a browser changes, a plug-in needs an update, a colleague leaves and her face is still on the team page.

With a care plan we install updates on a copy first, check the pages that matter and only then touch the live site. Backups are made every night and restored once a quarter, because a backup nobody has restored is only a hope.

Each quarter includes nine hours of changes: texts, pictures, a new page, a form. You send an e-mail, a person answers the same working day, and most changes are live the day after. If the site goes down, an engineer is alerted at any hour.

We also adopt sites that we did not build. The first fortnight goes into an inspection, after which we tell you what is sound, what is not, and what we would repair first.`,
    priceCents: 120_000,
    priceUnit: 'quarter',
    category: 'website',
    timeline: '1-2 weeks',
    features: list(
      'Security updates within two working days; Nightly backups, restored each quarter as a test; Monitoring every minute, day and night; Nine hours of changes a quarter; Same-day answer from a person; Speed and accessibility check each quarter',
    ),
    metaTitle: 'Website care and maintenance',
    metaDescription:
      'Updates, tested backups, monitoring day and night and nine hours of changes a quarter. For sites we built and sites we adopt.',
    keywords: 'website maintenance, website support, backups, monitoring, security updates',
    heroTitle: 'Somebody is looking after it',
    heroSubtitle:
      'Updates, backups that have been tested, and nine hours of changes, for one price a quarter.',
    processSteps: steps(
      'Inspect: Code, hosting, accounts, licences and speed. You get a list of what is sound and what is not.',
      'Make safe: Backups, monitoring and the urgent repairs, all within the first fortnight.',
      'Look after: Updates on a copy first, changes by e-mail, an engineer on call.',
      'Review: Once a quarter: what was done, what it cost, and what we would do next.',
    ),
    deliverables: list(
      'Inspection report with priorities; Monitoring and nightly backups; Nine hours of changes a quarter; A restore test each quarter, on record; A quarterly letter in plain words',
    ),
  },
  {
    ...usual,
    slug: 'accessibility-audit',
    name: 'Accessibility Audit',
    description:
      'Your site tested by people who rely on a keyboard, a magnifier or a screen reader, with a repair list for developers.',
    detailedDescription: `Automatic checkers find about a third of what shuts people out. We run them, and then we do the rest: an engineer goes through your twelve most important pages by keyboard and screen reader, and three people with different disabilities try to get something done on them.

Every finding comes with a film of ten seconds, the rule it breaks, who is affected, and the change in code that would mend it. Findings are sorted by how many people they stop, not by how easily a tool can spot them.

We then sit down with your developers for half a day and mend the first few together. It is quicker than a longer report, and the knowledge stays in the house.

Two months later we test again. If the serious findings are gone, we draft the accessibility statement that the law in many places asks you to publish.`,
    priceCents: 260_000,
    category: 'other',
    timeline: '2-3 weeks',
    features: list(
      'Twelve pages or steps tested by hand; Three sessions with disabled testers, paid fairly; WCAG 2.2 levels A and AA in full; A short film for every finding; Code suggestions for each repair; Half a day of mending with your developers; A second test after two months',
    ),
    metaTitle: 'Accessibility audit, tested by people',
    metaDescription:
      'Twelve pages tested by hand and by three people with disabilities, findings on film with code to mend them, and a second test after two months.',
    keywords: 'accessibility audit, WCAG 2.2, screen reader testing, accessibility statement',
    heroTitle: 'Find out who cannot get in',
    heroSubtitle:
      'An audit by hand and by people who rely on assistive technology, with a list your developers can act on.',
    ctaText: 'Book an Audit',
    processSteps: steps(
      'Choose the pages: We agree on the twelve pages or steps that matter most to your visitors.',
      'Test: Tools first, then keyboard and screen reader, then three people with real tasks.',
      'Report and mend: Findings by number of people affected, and half a day of mending with your developers.',
      'Test again: After two months we repeat the test and draft your accessibility statement.',
    ),
    deliverables: list(
      'Audit report against WCAG 2.2 AA; A film and a code suggestion per finding; A list ready to import into your tracker; Half a day of pairing with developers; A second test after two months; A draft accessibility statement',
    ),
  },
];
