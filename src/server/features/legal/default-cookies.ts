/** Default text of the cookie page. The list of entries is generated, and not part of it. */
export const defaultCookies = `What the website of {{agency}} stores in your browser, and what for. If you only look around, no cookie is set.

## What this page is {#what-this-page-is}

A cookie is a short text that a website leaves in your browser and gets back with every request. Local storage and session storage are similar, except that what is in them stays in the browser unless a page sends it. The table on this page lists all three: everything that this site stores, and nothing else.

You see no banner here because each entry but one is needed for something you asked for: signing in, paying, choosing a theme, filling in a form, going back to where you were. For such entries the law does not ask for consent. The other one, visit, says nothing about you and stays in this tab unless you send us a form.

Card data is typed into a frame that belongs to Stripe. Inside that frame Stripe may store more under its own address, and it describes this in its own cookie policy.

## What we do not do {#what-we-do-not-do}

- We set no tracking cookies, and nothing here follows you to other websites.
- We set no analytics cookies. How often a page is opened is counted by day on our own server, without anything about the visitor; the privacy policy describes it.
- We show no advertising and load no buttons of social networks. Their names in our pages are plain links.

## How to refuse or delete {#how-to-refuse-or-delete}

In the settings of your browser, usually under Privacy, you can see, delete and block what any site has stored. Logging out ends your session at once. Closing the tab removes what is in session storage.

If you block everything, you can still read the whole site, ask for a quote and write to us. You cannot sign in, the theme you choose lasts only until the page is loaded anew, and a reload empties a form that you have begun. Without its cookies Stripe may refuse a payment.

## Changes {#changes}

When the site begins or ceases to store something, this page says so from the same day, with a new date at the top. Questions are welcome at {{email}}.
`;
