/** Default text of the privacy policy. */
export const defaultPrivacy = `What {{agency}} learns about you, why, who else sees it, how long it is kept, and what you can have us do about it.

## Who we are {#who-we-are}

{{legalName}} runs this website under the name {{agency}}, and decides what happens to the personal data described here. In the words of data protection law, we are the controller. Write to {{email}} about any of it.

This policy covers this website, its client area, and what we exchange with you by email, telephone and chat. The websites that we build for clients have policies of their own.

## What we collect {#what-we-collect}

We keep what you give us, and what a web server has to know in order to answer.

- Quote requests and messages: your name, email address and phone number, your company and country where you give them, the service you ask about, your budget and timeline, and what you write.
- Your account: your first and last name and your email address. There is no password. You sign in with a code that we send by email, or through another provider, where this site offers one and you choose it. That provider also sends us your name, your email address and your profile picture, if it has one.
- Your work with us: the requests you make in the client area, the messages and files you and we exchange about them, drafts of messages included, the plan you have, and how far each has come.
- Proposals and invoices: what we offered and you ordered, the names, addresses and tax numbers on them, and how they were paid. When you accept a proposal, we record the name you type, the time, your IP address and your browser, as proof of what was agreed.
- Payments: what you bought, the amount, the date, and whether the payment went through. Card data goes straight from your browser to Stripe, the payment provider. We never see it and never store it.
- The source of a request or message: the first page of your visit, the name of the website that led you to us, and the campaign in the link that you followed, if it named one. Your browser keeps this in the tab in which you came, and sends it together with the form; who visits and sends no form sends none of it.
- Visits: for each day we count how often each page was opened, and from which website or campaign. These are sums: no IP address, no cookie and no mark of your browser or of you is kept with them, so that nobody can tell from them who came or whether two visits were the same person’s.
- Usage: server logs with the page asked for, the time, and how the server answered. To prevent guessing of codes and floods of messages, we also count attempts to sign in and to send a form by the address your device has on the internet (the IP address), and forget the count within a day.

You may leave out anything that a form does not require. Without the rest we could not answer, let you in or take a payment. We do not buy data about you, and we do not build profiles. No decision about you is taken by a computer alone: a form that looks like the work of a machine is marked as such, and a person decides.

## Why, and on what ground {#why-and-on-what-ground}

Each use has a purpose and a ground in law.

- To answer a request or a message and to prepare an offer: these are steps you ask for before a contract.
- To run your account, your plan and your projects: this is needed for the contract between you and us.
- To take payments and keep books: this is needed for the contract, and tax and accounting law require it.
- To know which pages and which recommendations bring us work: we have a legitimate interest in that, and sums by day, without anything about a visitor, are the mildest means to that end.
- To keep the site up, find faults and stop abuse: we have a legitimate interest in a site that works and is safe, and plain server logs are the mildest means to that end.

We do not sell personal data. We send no newsletter to anyone who has not asked for it. If we ever ask for your consent to something, you can refuse, and you can withdraw it later as easily as you gave it.

## Who else sees it {#who-else-sees-it}

Only those who need it to do their part:

- Hosting: the company on whose servers this site and its database run.
- Email: the service that delivers sign-in codes, receipts and our answers.
- Stripe: it receives your card data, the amount, and what it needs to recognise fraud, and handles them under its own privacy policy.
- Sign-in providers: if you choose to sign in through one, it learns that you did.
- WhatsApp: where we offer a chat, one opens in a new tab two seconds after you ask for a quote, with a summary of your request already typed (service, name, email address, country and number). WhatsApp receives that summary when the tab opens. We receive it only if you press send, and you do not have to: your request has reached us without it.

Hosting and email companies work for us under contract and may use the data for nothing else. Some of these companies are in other countries. Where the law asks for safeguards before data goes there, such as standard contractual clauses, they are in place.

We hand data to a court or an authority where the law compels us to, and then no more than it asks for. If the business is sold, its new owner is bound by this policy.

## Cookie policy {#cookie-policy}

This site sets no tracking cookies and no analytics cookies, and carries no advertising. Visits are counted without any cookie, and nobody else is told of them. What it does store in your browser serves something you are doing: staying signed in, paying, keeping the theme you chose, not losing what you typed; and, until you close the tab, where your visit began.

The page named Cookies, linked at the foot of every page, lists each entry with its purpose and how long it lasts.

## How long we keep it {#retention}

When its time is over, data is deleted or made anonymous. These are the times:

- Usage data: {{retention.usage}}. The sums of visits by day: {{retention.visits}}.
- Support communications, which are messages, quote requests and our answers to them: {{retention.support}}.
- Sign-in codes: they stop working after 10 minutes. A sign-in ends 30 days after your last visit, and after 90 days at most.
- Your account, with your requests, messages and files: until you delete it, or ask us to. Files that you upload and do not send: {{retention.uploads}}.
- Contracts, invoices and payments: as long as tax and accounting law requires, even when the account is deleted; then {{retention.accounting}} from the end of the year, after which they name you no more.
- A file with all your data that you ask for: {{retention.export}}.

A copy may stay in a backup until a newer backup takes its place. Until then it is used for nothing but a restore.

## Your rights {#your-rights}

You can ask us

- what we hold about you, and for a copy of it;
- to correct what is wrong and complete what is missing;
- to delete it, where no law obliges us to keep it;
- to set it aside while a question about it is open;
- to stop a use that rests on our legitimate interest;
- to give you what you gave us in a form that another service can read.

With an account, you do both of the most asked yourself, on the page of your account: “Download my data” puts it together, and “Delete my account” deletes it after {{retention.deletion}}, until when you can take it back.

Or write to {{email}}. We answer within {{retention.answer}}, and it costs you nothing. To keep your data from others, we may ask you to confirm from the email address we have on file.

If our answer does not satisfy you, you can complain to the data protection authority where you live or work. You may also do so without asking us first.

## Security {#security}

What travels between your browser and this site is encrypted. Sign-in codes work once and are stored in a form from which they cannot be read. The same holds for the key that keeps you signed in. Staff sign in separately, and are signed out after 12 hours.

No system is safe beyond doubt. If something happens that puts your data at risk, we tell you and the authority in charge, as soon as we know and within the time the law sets.

## Children {#children}

Our services are for businesses and adults. We do not knowingly collect data from anyone under 16. If you believe that a child has written to us, tell us at {{email}}, and we will delete it.

## Changes {#changes}

When what we do changes, this page changes first. Its version and date are at the top. If a change affects people with an account, we also tell them by email before it takes effect. Earlier versions are yours for the asking.

## Questions and requests {#contact}

Questions about this policy and requests about your data reach us here:

- Email: {{email}}
- Phone: {{phone}}
- Letter: {{address}}
`;
