import { type PageKey, pageKeys } from './built-in-pages';
import type { pageTexts } from './page-texts';

type Texts = typeof pageTexts;

const search = ['searchTitle', 'searchText'] as const;
/** Texts of pages that are not in `otherNames`. */
const plain = ['title', 'lead', 'label', ...search] as const;

/** Pages with a different set of texts, in the order in which editors see them. */
const otherNames = {
  home: [
    'quoteButton',
    'servicesButton',
    'firstFact',
    'secondFact',
    'thirdFact',
    'reasonsTitle',
    'servicesTitle',
    'servicesLink',
    'workTitle',
    'workLink',
    'callTitle',
    'callText',
    'callButton',
    'callLink',
    'label',
  ],
  about: ['visitTitle', 'visitButton', 'visitLink', 'label', ...search],
  services: [
    'title',
    'lead',
    'callTitle',
    'callText',
    'callButton',
    'callLink',
    'label',
    ...search,
  ],
  portfolio: [
    'title',
    'lead',
    'inviteTitle',
    'inviteText',
    'inviteButton',
    'inviteLink',
    'label',
    ...search,
  ],
  careers: ['title', 'label', ...search],
} as const satisfies { [Page in PageKey]?: readonly (keyof Texts[Page])[] };

type OtherNames = typeof otherNames;
type TextNames = {
  readonly [Page in PageKey]: Page extends keyof OtherNames ? OtherNames[Page] : typeof plain;
};

/** Names of the texts of each page. `page-texts.ts` has the defaults, which a browser loads page by page. */
export const textNames = {
  ...Object.fromEntries(pageKeys.map((key) => [key, plain])),
  ...otherNames,
} as TextNames satisfies { [Page in PageKey]: readonly (keyof Texts[Page])[] };

export type TextName = { [Page in PageKey]: keyof Texts[Page] }[PageKey];

/** Labels of texts for editors. */
export const textLabels: Record<TextName, string> = {
  label: 'Name in the navigation',
  title: 'Title',
  lead: 'Lead',
  searchTitle: 'Title in search results',
  searchText: 'Description in search results',
  quoteButton: 'First button',
  servicesButton: 'Second button',
  firstFact: 'First fact under the lead',
  secondFact: 'Second fact under the lead',
  thirdFact: 'Third fact under the lead',
  reasonsTitle: 'Heading of the reasons',
  servicesTitle: 'Heading of the services',
  servicesLink: 'Link to the services',
  workTitle: 'Heading of the work',
  workLink: 'Link to the portfolio',
  callTitle: 'Closing heading',
  callText: 'Closing text',
  callButton: 'Closing button',
  callLink: 'Second closing button',
  inviteTitle: 'Closing heading',
  inviteText: 'Closing text',
  inviteButton: 'Closing button',
  inviteLink: 'Second closing button',
  visitTitle: 'Closing heading',
  visitButton: 'Closing button',
  visitLink: 'Second closing button',
};

/** Returns the maximum length of a text. Buttons and links of the navigation must fit on one line. */
export function textMax(name: string): number {
  if (name === 'label') return 24;
  if (/Button$|Link$|Fact$/.test(name)) return 40;
  return /^lead$|Text$/.test(name) ? 400 : 90;
}

export const isLongText = (name: string): boolean => textMax(name) > 90;
