import type { AnyLegalPage, MoreLegalPageName } from '~/contract/legal/legal';
import { defaultCookies } from './default-cookies';
import { defaultPrivacy } from './default-privacy';
import { defaultTerms } from './default-terms';

interface Draft {
  title: string;
  text: string;
}

const imprint = `Who is responsible for this website.

## Provider

{{legalName}}, {{address}}

## Contact

- Email: {{email}}
- Phone: {{phone}}

## Register and tax

- Tax number: {{taxNumber}}

Name the register, its number and the supervisory authority here, where the law asks for them.

## Responsible for the content

Name a person with an address here, where the law asks for one.
`;

const dataProcessing = `How {{legalName}} handles the personal data of your customers, where you have us work with it. It is part of the contract between you and us.

## What this is about

You decide what happens to the data, and we handle it on your instructions alone: to host, build, maintain or measure what you ordered. It ends with that contract.

## Whose data, and which

Describe here whose data it is, such as visitors, customers or staff, and which kinds, such as names, email addresses or orders.

## What we promise

- Those who work with the data are bound to keep it to themselves.
- We protect it by access for those who need it, encryption on its way, backups and updates.
- We tell you without delay if it is at risk, and help you with questions of the people concerned and of authorities.
- At the end we delete it or hand it back, as you choose.

## Who works for us

Name hosting, mail and other companies here, with what they do and where. We tell you before another one joins them; you may object.

## How you can check

Ask us for what shows that this is kept, or have it looked at by someone who is bound to silence, with notice. Write to {{email}}.
`;

const accessibility = `How well this website can be used by everyone, and what to do where it cannot.

## How far we are

This website is built to meet the Web Content Accessibility Guidelines 2.2 at level AA: it can be used by keyboard, with a screen reader, with larger text and in high contrast, and most of it without scripts. Say here when and by whom that was last checked.

## What does not work yet

Name parts here that do not meet the guidelines, and how the same can be had in another way.

## Tell us

If something cannot be used, write to {{email}}. Describe the page and what you use, and we answer within {{retention.answer}}.

- Phone: {{phone}}
- Letter: {{address}}
`;

/** Sentences in templates that ask the agency to replace something. */
const toFillIn = [
  'Name the register, its number and the supervisory authority here, where the law asks for them.',
  'Name a person with an address here, where the law asks for one.',
  'Describe here whose data it is, such as visitors, customers or staff, and which kinds, such as names, email addresses or orders.',
  'Name hosting, mail and other companies here, with what they do and where.',
  'Say here when and by whom that was last checked.',
  'Name parts here that do not meet the guidelines, and how the same can be had in another way.',
];

/** Returns the first of these instructions that a text still contains; undefined if there is none. */
export const leftToFillIn = (text: string): string | undefined =>
  toFillIn.find((sentence) => text.includes(sentence));

const templates: Record<MoreLegalPageName, Draft> = {
  imprint: { title: 'Imprint', text: imprint },
  'data-processing': { title: 'Data Processing Agreement', text: dataProcessing },
  accessibility: { title: 'Accessibility Statement', text: accessibility },
};

/** Initial text of each page: our default text, or a template with placeholders. */
export const legalDrafts: Record<AnyLegalPage, Draft> = {
  privacy: { title: 'Privacy Policy', text: defaultPrivacy },
  terms: { title: 'Terms of Service', text: defaultTerms },
  cookies: { title: 'Cookies', text: defaultCookies },
  ...templates,
};
