/** Default text of the terms: six general sections, one section for each kind of service, and one about refunds. */
export const defaultTerms = `What you and {{legalName}} promise each other when you use this website, buy a plan or have something made. In plain words, because you are expected to read it.

## Acceptance of Terms {#acceptance-of-terms}

By using this website, opening an account, accepting a quote or buying a plan, you agree to these terms with {{legalName}} (“{{agency}}”, “we”). If you act for a company, you confirm that you may. If you do not agree, please do not use the site.

A quote or contract that we have both signed goes first wherever it says something else. Nothing here takes away a right that the law gives you as a consumer.

If these terms change in a way that matters to something you pay for, we tell you by email at least 30 days before. You may cancel until then.

## User Accounts {#user-accounts}

You need an account for the client area and for a plan. Give your own name and an email address that only you read: the codes that sign you in go there, so anyone who reads your mail can use your account. You have to be 18 or older, or of full age where you live.

You answer for what is done in your account. If another person may have had access, tell us at once at {{email}}, and we will end every sign-in.

We may close an account that is used against these terms, after a warning where one makes sense. You can have yours closed whenever you like.

## Acceptable Use {#acceptable-use}

Please use this site for what it is made for. You may not

- break the law with it, or harm or deceive anyone;
- send us anything you have no right to pass on;
- try to get into accounts or data that are not yours;
- send forms by machine, or ask so much of the site that others cannot use it;
- copy its texts, pictures or code to pass them off as your own.

If you find a weakness in the site, tell us and give us time to mend it before you tell others. We will not take legal steps against anyone who looks for faults in good faith and leaves the data of others alone.

## Payment Terms {#payment-terms}

A plan is paid in advance, by the month or by the year, through Stripe. It renews on its own until you cancel it. You can cancel or change it at any time in the client area. A cancelled plan runs to the end of the period you have paid for. When you change plans, what you have already paid for that period counts towards the new one.

If a payment fails, we tell you, and the payment is tried again. A plan that stays unpaid may be suspended until it is paid.

A project is paid as its quote says. Where the quote is silent, an invoice is due 14 days after its date. Taxes are added where the law requires them. We announce a new price for a plan at least 30 days before it applies to you.

## Limitation of Liability {#limitation-of-liability}

We do our work with care, and mend what we got wrong. We do not promise that this site or anything we make will never fail, or that it will bring a certain turnover.

If we owe you damages, they are limited to what you paid us in the 12 months before the damage arose. We do not answer for profit you did not make, or for faults of others, such as a hosting company or a payment provider that you chose.

None of this limits what the law does not allow to be limited, such as liability for intent, gross negligence, fraud, or injury to a person.

## Governing Law {#governing-law}

These terms follow the law of the place where {{legalName}} has its seat ({{address}}), and its courts decide. If you are a consumer, you also keep the protection and the courts of the country you live in.

Before anyone goes to court, write to {{email}}. A person who can decide will talk to you within 14 days.

If one of these terms turns out to be void, the others stand.

## Web Development {#web-development}

The quote says what is made, by when and at what price. What is not in it is a change: we say beforehand what it costs, and begin when you agree. Dates hold as long as we get from you in time what the quote asks of you, such as texts, access and decisions.

When the work is done, you have 14 days to check it. It counts as accepted when you say so, when you put it to public use, or when those days pass without a fault being reported. Faults in our work that you report within 30 days of launch are mended free of charge.

The work is yours, at the latest once it is paid for: design, texts and the code we wrote for you. Open-source parts and licensed typefaces stay under their own licences, which we list. We may show the work as an example of what we do, unless you ask us not to.

You answer for the content you give us. Hosting, domains and licences are paid by you, in your name.

## Digital Marketing {#digital-marketing}

Search engines, social networks and mailbox providers decide for themselves what they show. We promise the work and an honest report of it. We do not promise a rank, a number of visits or a number of sales.

What is spent on advertising is paid by you to the platform, from an account in your name, within a limit that you set. We publish nothing you have not approved, unless you have told us to go ahead without.

What we say in your name has to be true, and you tell us if it is not. We write only to people who have agreed to be written to. If a list lacks that agreement, we do not use it.

Monthly work can be stopped at the end of any month. What has been made by then, and every account, stays with you.

## Consulting {#consulting}

Advice is as good as what it rests on. You give us the facts as you know them, and we say which of them we have checked. The decision is yours, and so are its results.

We keep to ourselves what we learn about your business, during the work and after it. You do the same with what you learn about ours. Reports are yours to use and to show to any supplier.

A booked day can be moved free of charge up to two working days before. Later than that, we may charge half of it. We do not give legal or tax advice, and say so when a question needs it.

## Cancellation and Refund Policy {#refunds}

All sales are final. Two things soften that:

- Within 7 days of a purchase you can ask for a refund. Write to {{email}}, name the purchase and say why. A person reviews every such request and answers it with a reason. Whether money is returned depends above all on how much of the work has been done.
- You can cancel a plan at any time, in the client area and without a reason. It then runs to the end of the period you have paid for, and nothing more is charged. Until that day you can take the cancellation back.

Either side can end a project in writing. You pay for what has been done by then, and it is handed over to you.

For any claim, our liability is capped at your payments of the last 12 months, within the limits named under Limitation of Liability. A right of withdrawal or refund that the law gives you as a consumer remains yours.
`;
