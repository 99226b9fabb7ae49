import type { ConsentMeans } from '~/contract/testimonials/testimonials';

export interface TestimonialSeed {
  words: string;
  name: string;
  role: string;
  company: string;
  /** Slug of the portfolio item that the testimonial is about. */
  work: string;
  consentMeans: ConsentMeans;
  consentOn: string;
}

/** Testimonials in the order of the site. People and companies are invented; dates and figures match the case studies. */
export const seedTestimonials: TestimonialSeed[] = [
  {
    words: `On the first bad Friday I put two people on the phones, like every year. By eleven one of them had nothing to do. Nobody had to ask whether the boat was sailing; they had already looked. And when booking ran two weeks late, they told me months ahead, explained why, and didn’t charge for it.`,
    name: 'Maren Okafor',
    role: 'Head of operations',
    company: 'Skerrow Ferries',
    work: 'skerrow-ferries',
    consentMeans: 'email',
    consentOn: '2026-09-21',
  },
  {
    words: `They asked me what a variety is, and then they asked again the next day. It took me a week to find an answer that held up. That week is why I could retire: what was in my head is in the drawers now, with its source.`,
    name: 'Edith Harrow',
    role: 'Curator until 2025',
    company: 'Ashgill Seed Bank',
    work: 'ashgill-seed-bank',
    consentMeans: 'paper',
    consentOn: '2025-12-02',
  },
  {
    words: `I had two six-figure offers on my desk. These people timed us for three weeks and came back with a small tool and a list of what we should leave alone. It paid for itself within fourteen weeks.`,
    name: 'Piotr Ostrey',
    role: 'Managing partner',
    company: 'Ostrey Freight',
    work: 'ostrey-freight',
    consentMeans: 'email',
    consentOn: '2026-05-12',
  },
  {
    words: `One basket, and the packing rules nobody had thought of: those were the two things. Breakages used to be our Monday. I have my Mondays back, and our potters get their money the morning after.`,
    name: 'Ines Tarling',
    role: 'Hall manager',
    company: 'Slipware Yard',
    work: 'slipware-yard',
    consentMeans: 'spoken',
    consentOn: '2025-09-10',
  },
];
