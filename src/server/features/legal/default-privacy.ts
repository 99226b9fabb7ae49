/** Default text of the privacy policy. */
export const defaultPrivacy = `What {{agency}} collects about you and why, who else sees it, how long we keep it, and what rights you have.

## Who we are {#who-we-are}

{{legalName}} runs this website under the name {{agency}}, and decides what happens to the personal data described here. In the terms of data protection law, we are the controller. For questions, write to {{email}}.

This policy covers this website, its client area, and what we exchange with you by email, phone and chat. The websites that we build for clients have their own policies.

## What we collect {#what-we-collect}

We keep what you give us, and what a web server needs to know to respond.

- Quote requests and messages: your name, email address and phone number, your company and country where you give them, the service you ask about, your budget and timeline, and what you write.
- Your account: your first and last name and your email address. There is no password. You sign in with a code that we send by email, or through another provider, where this site offers one and you choose it. That provider also sends us your name, your email address and your profile picture, if it has one.
- Your work with us: the requests you make in the client area, the messages and files you and we exchange about them, drafts of messages included, the plan you have, and how far each has come.
- Proposals and invoices: what we offered and you ordered, the names, addresses and tax numbers on them, and how they were paid. When you accept a proposal, we record the name you type, the time, your IP address and your browser, as proof of what was agreed.
- Payments: what you bought, the amount, the date, and whether the payment went through. Card data goes straight from your browser to Stripe, the payment provider. We never see it and never store it.
- The source of a request or message: the first page of your visit, the name of the website that led you to us, and the campaign in the link you followed, if there was one. Your browser keeps this in the current tab and sends it with a form. If you send no form, none of it is sent.
- Visits: for each day we count how often each page was opened, and from which website or campaign. These are totals: they contain no IP address, no cookie and no identifier, so nobody can tell who visited or whether two visits were by the same person.
- Usage: server logs with the page asked for, the time, and how the server answered. To prevent code guessing and spam, we also count attempts to sign in and to send a form per IP address, and delete the count within a day.

You may leave out anything that a form does not require. Without the rest we could not answer, let you in or take a payment. We do not buy data about you, and we do not build profiles. No decision about you is made by a computer alone: a form that looks like spam is marked as such, and a person decides.

## Why we use it, and our legal basis {#why-we-use-it}

Each use has a purpose and a legal basis.

- To answer a request or a message and to prepare an offer: you asked us to take these steps before a contract.
- To run your account, your plan and your projects: this is needed for the contract between you and us.
- To take payments and keep books: this is needed for the contract, and tax and accounting law require it.
- To know which pages and which recommendations bring us work: we have a legitimate interest in that, and daily totals without any visitor data are the least intrusive way to know.
- To keep the site up, find faults and stop abuse: we have a legitimate interest in a site that works and is safe, and plain server logs are the least intrusive way to keep it so.

We do not sell personal data. We send no newsletter to anyone who has not asked for it. If we ever ask for your consent to something, you can refuse, and you can withdraw it later as easily as you gave it.

## Who else sees it {#who-else-sees-it}

Only those who need it to do their part:

- Hosting: the company on whose servers this site and its database run.
- Email: the service that delivers sign-in codes, receipts and our answers.
- Stripe: it receives your card data, the amount, and what it needs to recognize fraud, and handles them under its own privacy policy.
- Sign-in providers: if you choose to sign in through one, it learns that you did.
- WhatsApp: where we offer a chat, one opens in a new tab two seconds after you ask for a quote, with a summary of your request already typed (service, name, email address, country and number). WhatsApp receives that summary when the tab opens. We receive it only if you press send, and you do not have to: your request has reached us without it.

Hosting and email companies work for us under contract and may use the data for nothing else. Some of these companies are in other countries. Where the law asks for safeguards before data goes there, such as standard contractual clauses, they are in place.

We disclose data to a court or an authority only when the law requires it, and only what it requires. If the business is sold, its new owner is bound by this policy.

## Cookie policy {#cookie-policy}

This site sets no tracking cookies and no analytics cookies, and carries no advertising. Visits are counted without any cookie, and we share the counts with nobody. What it does store in your browser serves something you are doing: staying signed in, paying, keeping the theme you chose, not losing what you typed; and, until you close the tab, where your visit began.

The page named Cookies, linked at the bottom of every page, lists each entry with its purpose and how long it lasts.

## How long we keep it {#retention}

We delete or anonymize data after these periods:

- Usage data: {{retention.usage}}. Daily totals of visits: {{retention.visits}}.
- Support communications (messages, quote requests and our replies): {{retention.support}}.
- Sign-in codes: they stop working after 10 minutes. A sign-in ends 30 days after your last visit, and after 90 days at most.
- Your account, with your requests, messages and files: until you delete it, or ask us to. Files that you upload but never send: {{retention.uploads}}.
- Contracts, invoices and payments: as long as tax and accounting law requires, even when the account is deleted; then {{retention.accounting}} from the end of the year. After that, your name is removed.
- A data export that you request: {{retention.export}}.

A copy may stay in a backup until a newer backup takes its place. Until then we use it only to restore data.

## Your rights {#your-rights}

You can ask us:

- what data we hold about you, and for a copy of it;
- to correct it or complete it;
- to delete it, unless the law requires us to keep it;
- to restrict its use while a question about it is open;
- to stop a use that is based on our legitimate interest;
- to give you the data you provided in a format that another service can read.

If you have an account, you can do two of these yourself on your account page: “Download my data” prepares a copy, and “Delete my account” deletes your data after {{retention.deletion}}. Until then, you can cancel the deletion.

Or write to {{email}}. We answer within {{retention.answer}}, free of charge. To protect your data, we may ask you to confirm from the email address we have on file.

If you are not satisfied with our answer, you can complain to the data protection authority where you live or work. You may also do so without asking us first.

## Security {#security}

Traffic between your browser and this site is encrypted. Sign-in codes work once and are stored only as hashes. The same goes for the key that keeps you signed in. Staff sign in separately, and are signed out after 12 hours.

No system is perfectly secure. If your data is ever at risk, we notify you and the supervisory authority as soon as we know, within the legal deadline.

## Children {#children}

Our services are for businesses and adults. We do not knowingly collect data from anyone under 16. If you believe that a child has written to us, let us know at {{email}}, and we will delete the data.

## Changes {#changes}

When what we do changes, this page changes first. Its version and date are at the top. If a change affects people with an account, we also notify them by email before it takes effect. Earlier versions are available on request.

## Questions and requests {#contact}

Questions about this policy and requests about your data reach us here:

- Email: {{email}}
- Phone: {{phone}}
- Letter: {{address}}
`;
