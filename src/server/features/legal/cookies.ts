import type { CookieEntry } from '~/contract/legal/legal-schema';

const tabLifetime = 'Until the tab is closed';

/** All cookies and other entries that the site, including its libraries, stores in a browser. */
export const cookieEntries: CookieEntry[] = [
  {
    name: 'session',
    kind: 'Cookie',
    purpose:
      'Keeps you signed in. Set only for people who sign in. Named __Host-session where the site is reached over https.',
    lifetime: '30 days since your last visit, and 90 days at most. 12 hours for agency staff.',
  },
  {
    name: 'oauth',
    kind: 'Cookie',
    purpose:
      'Makes sure that a sign-in through another provider ends in the browser where it started. Set only during such a sign-in. Named __Host-oauth over https.',
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
      'Set only for agency staff: remembers that this browser has signed in before, so that guesses by others do not lock it out. Named __Host-browser over https.',
    lifetime: '1 year',
  },
  {
    name: 'sign_in',
    kind: 'Cookie',
    purpose:
      'Set only for agency staff: identifies a sign-in between its two steps. Named __Host-sign_in over https.',
    lifetime: '10 minutes',
  },
  {
    name: '__stripe_mid',
    kind: 'Cookie',
    purpose: 'Helps Stripe recognize fraud. Set by Stripe, on the payment page only.',
    lifetime: '1 year',
  },
  {
    name: '__stripe_sid',
    kind: 'Cookie',
    purpose: 'Helps Stripe recognize fraud. Set by Stripe, on the payment page only.',
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
      'Keeps what you typed into a form but have not sent, so that a reload does not lose it. Once you send the form, only that fact is kept. One entry per form.',
    lifetime: tabLifetime,
  },
  {
    name: 'visit',
    kind: 'Session storage',
    purpose:
      'Stores how your visit began: its first page, the website that led you here, and the campaign in the link you followed. It is sent only with a form that you send, so that we learn what brings us work.',
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
      'Set only if part of a page is missing because a newer version of the site was published. Remembers that the page was reloaded once, so that it does not reload in a loop.',
    lifetime: tabLifetime,
  },
];
