/** Default text of the cookie page, without the list of entries, which is generated. */
export const defaultCookies = `What the {{agency}} website stores in your browser, and why. If you only look around, no cookie is set.

## What this page is {#what-this-page-is}

A cookie is a short text that a website stores in your browser and receives with every request. Local storage and session storage are similar, except that what is in them stays in the browser unless a page sends it. The table on this page lists everything that this site stores, of all three kinds.

There is no banner because all entries except one are needed for something you asked for: signing in, paying, choosing a theme, filling in a form, going back to where you were. The law requires no consent for those. The exception, visit, says nothing about you and stays in this tab unless you send us a form.

Card data is typed into a frame that belongs to Stripe. Inside that frame Stripe may store more under its own domain, as its own cookie policy describes.

## What we do not do {#what-we-do-not-do}

- We set no tracking cookies, and nothing here follows you to other websites.
- We set no analytics cookies. We count page views per day on our own server, without any data about visitors; see the privacy policy.
- We show no advertising and load no social media buttons. Links to social networks are plain links.

## How to refuse or delete {#how-to-refuse-or-delete}

In your browser’s settings, usually under Privacy, you can see, delete and block what any site has stored. Logging out ends your session at once. Closing the tab removes what is in session storage.

If you block everything, you can still read the whole site, ask for a quote and write to us. You cannot sign in, the theme you choose lasts only until the page is reloaded, and a reload empties a form that you have started. Without its cookies Stripe may refuse a payment.

## Changes {#changes}

When the site starts or stops storing something, we update this page and its date the same day. Questions? Write to {{email}}.
`;
