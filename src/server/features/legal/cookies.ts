import type { LegalFacts } from '~/contract/legal/legal';
import type { CookieEntry, LegalText } from '~/contract/legal/legal-schema';

const tabLifetime = 'Until the tab is closed';

/** Everything that this site stores in a browser, libraries included. */
export const cookieEntries: CookieEntry[] = [
  {
    name: 'session',
    kind: 'Cookie',
    purpose:
      'Keeps you signed in. Set only for people who sign in. Named __Host-session where the site is reached over https.',
    lifetime:
      '30 days since your last visit, and 90 days at most. 12 hours for the staff of the agency.',
  },
  {
    name: 'oauth',
    kind: 'Cookie',
    purpose:
      'Makes sure that a sign-in through another provider ends in the browser it began in. Set only during such a sign-in. Named __Host-oauth over https.',
    lifetime: '10 minutes',
  },
  {
    name: 'code_browser',
    kind: 'Cookie',
    purpose:
      'Binds a one-time code to the browser that asked for it, so that guesses by others do not use up yours. Set only when you ask for a code. Named __Host-code_browser over https.',
    lifetime: '1 day',
  },
  {
    name: 'browser',
    kind: 'Cookie',
    purpose:
      'Set only for the staff of the agency: says that this browser has signed in before, so that guesses by others do not lock it out. Named __Host-browser over https.',
    lifetime: '1 year',
  },
  {
    name: 'sign_in',
    kind: 'Cookie',
    purpose:
      'Set only for the staff of the agency: belongs to a sign-in that waits for its second step. Named __Host-sign_in over https.',
    lifetime: '10 minutes',
  },
  {
    name: '__stripe_mid',
    kind: 'Cookie',
    purpose: 'Helps Stripe to recognise fraud. Set by Stripe, on the payment page only.',
    lifetime: '1 year',
  },
  {
    name: '__stripe_sid',
    kind: 'Cookie',
    purpose: 'Helps Stripe to recognise fraud. Set by Stripe, on the payment page only.',
    lifetime: '30 minutes',
  },
  {
    name: 'theme',
    kind: 'Local storage',
    purpose: 'Remembers whether you chose the light or the dark theme. Set only when you choose.',
    lifetime: 'Until you clear it',
  },
  {
    name: 'draft:…',
    kind: 'Session storage',
    purpose:
      'Keeps what you typed into a form and have not sent yet, so that a reload does not lose it. One entry for each form.',
    lifetime: `${tabLifetime}, or the form is sent`,
  },
  {
    name: 'visit',
    kind: 'Session storage',
    purpose:
      'Notes how your visit began: its first page, the website that led you here, and the campaign in the link that you followed. It is sent with a form that you send, so that we learn what brings us work, and at no other time.',
    lifetime: tabLifetime,
  },
  {
    name: 'tsr-scroll-restoration-…',
    kind: 'Session storage',
    purpose: 'Remembers how far down each page you were, so that going back takes you there.',
    lifetime: tabLifetime,
  },
  {
    name: 'tanstack_router_reload:…',
    kind: 'Session storage',
    purpose:
      'Set only if part of a page could not be found because a newer version has been published. Notes that the page was loaded anew once, so that it is not done again and again.',
    lifetime: tabLifetime,
  },
];

export function cookiesText({ brand, contact }: LegalFacts): LegalText {
  return {
    title: 'Cookies',
    lead: `What the website of ${brand.name} stores in your browser, and what for. If you only look around, no cookie is set.`,
    version: '1.0',
    updatedOn: '2025-07-15',
    effectiveOn: '2025-07-15',
    sections: [
      {
        id: 'what-this-page-is',
        title: 'What this page is',
        blocks: [
          'A cookie is a short text that a website leaves in your browser and gets back with every request. Local storage and session storage are similar, except that what is in them stays in the browser unless a page sends it. The table on this page lists all three: everything that this site stores, and nothing else.',
          'You see no banner here because each entry but one is needed for something you asked for: signing in, paying, choosing a theme, filling in a form, going back to where you were. For such entries the law does not ask for consent. The other one, visit, says nothing about you and stays in this tab unless you send us a form.',
          'Card data is typed into a frame that belongs to Stripe. Inside that frame Stripe may store more under its own address, and it describes this in its own cookie policy.',
        ],
      },
      {
        id: 'what-we-do-not-do',
        title: 'What we do not do',
        blocks: [
          [
            'We set no tracking cookies, and nothing here follows you to other websites.',
            'We set no analytics cookies. How often a page is opened is counted by day on our own server, without anything about the visitor; the privacy policy describes it.',
            'We show no advertising and load no buttons of social networks. Their names in our pages are plain links.',
          ],
        ],
      },
      {
        id: 'how-to-refuse-or-delete',
        title: 'How to refuse or delete',
        blocks: [
          'In the settings of your browser, usually under Privacy, you can see, delete and block what any site has stored. Logging out ends your session at once. Closing the tab removes what is in session storage.',
          'If you block everything, you can still read the whole site, ask for a quote and write to us. You cannot sign in, the theme you choose lasts only until the page is loaded anew, and a reload empties a form that you have begun. Without its cookies Stripe may refuse a payment.',
        ],
      },
      {
        id: 'changes',
        title: 'Changes',
        blocks: [
          `When the site begins or ceases to store something, this page says so from the same day, with a new date at the top. Questions are welcome at ${contact.email}.`,
        ],
      },
    ],
  };
}
