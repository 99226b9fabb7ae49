/** Default text of the terms: six general sections, one section for each kind of service, and one about refunds. */
export const defaultTerms = `What you and {{legalName}} agree to when you use this website, buy a plan or hire us for a project. In plain English, because you are expected to read it.

## Acceptance of Terms {#acceptance-of-terms}

By using this website, opening an account, accepting a quote or buying a plan, you agree to these terms with {{legalName}} (“{{agency}}”, “we”). If you act for a company, you confirm that you are authorized to. If you do not agree, please do not use the site.

A quote or contract that we have both signed takes precedence over these terms. Nothing here limits your rights as a consumer.

If these terms change in a way that matters to something you pay for, we notify you by email at least 30 days in advance. You can cancel until then.

## User Accounts {#user-accounts}

You need an account for the client area and for a plan. Use your own name and an email address that only you can read: your sign-in codes go there, so anyone who reads your email can use your account. You must be at least 18, or of legal age where you live.

You are responsible for what happens in your account. If someone else may have had access, write to {{email}} right away, and we will sign out all devices.

We may close an account that violates these terms, after a warning where one makes sense. You can close yours at any time.

## Acceptable Use {#acceptable-use}

Please use this site for its intended purpose. You may not:

- break the law with it, or harm or deceive anyone;
- send us anything you have no right to pass on;
- try to get into accounts or data that are not yours;
- send forms automatically, or overload the site so that others cannot use it;
- copy its texts, pictures or code to pass them off as your own.

If you find a vulnerability, tell us and give us time to fix it before you tell others. We will not take legal action against anyone who looks for vulnerabilities in good faith and leaves other people’s data alone.

## Payment Terms {#payment-terms}

Plans are paid in advance, monthly or yearly, through Stripe. They renew automatically until you cancel. You can cancel or change your plan at any time in the client area. A canceled plan runs to the end of the period you have paid for. When you change plans, what you have already paid for that period counts toward the new one.

If a payment fails, we notify you and retry it. A plan that stays unpaid may be suspended until it is paid.

The quote for a project states when you pay. Unless it says otherwise, an invoice is due 14 days after its date. Taxes are added where the law requires them. We announce a new price for a plan at least 30 days before it applies to you.

## Limitation of Liability {#limitation-of-liability}

We do our work with care and fix our mistakes. We do not promise that this site or anything we make will never fail, or that it will bring a certain revenue.

Any damages are limited to what you paid us in the 12 months before the damage occurred. We are not liable for lost profits, or for failures of others, such as a hosting company or a payment provider that you chose.

None of this limits liability that the law does not allow to be limited, such as liability for intent, gross negligence, fraud, or injury to a person.

## Governing Law {#governing-law}

These terms are governed by the law of the place where {{legalName}} is based ({{address}}), and its courts have jurisdiction. Consumers also keep the protection and the courts of the country they live in.

Before anyone goes to court, write to {{email}}. Someone with the authority to decide will talk to you within 14 days.

If one of these terms is invalid, the others remain in effect.

## Web Development {#web-development}

The quote states what we make, by when and at what price. Anything else is a change: we tell you the cost first and start when you agree. Dates hold as long as you provide on time what the quote asks of you, such as texts, access and decisions.

When the work is done, you have 14 days to check it. It counts as accepted when you say so, when you use it publicly, or when those days pass without a reported defect. We fix defects that you report within 30 days of launch free of charge.

The work is yours no later than when it is paid for: design, texts and the code we wrote for you. Open-source parts and licensed typefaces keep their own licenses, which we list. We may show the work as an example of what we do, unless you ask us not to.

You are responsible for the content you give us. You pay for hosting, domains and licenses, in your name.

## Digital Marketing {#digital-marketing}

Search engines, social networks and mailbox providers decide for themselves what they show. We promise the work and an honest report of it. We do not promise a ranking, a number of visits or a number of sales.

You pay for advertising directly to the platform, from an account in your name, within a limit that you set. We publish nothing without your approval, unless you have told us to.

What we say in your name has to be true, and you tell us if it is not. We email only people who have agreed to it. If a list lacks that consent, we do not use it.

Monthly work can be stopped at the end of any month. You keep everything made by then, and every account.

## Consulting {#consulting}

Advice is only as good as the facts behind it. You give us the facts as you know them, and we say which of them we have checked. The decision is yours, and so are its results.

We keep what we learn about your business confidential, during the work and after it. You do the same with what you learn about ours. Reports are yours to use and to show to any supplier.

You can move a booked day free of charge up to two working days in advance. Later than that, we may charge half of it. We do not give legal or tax advice, and say so when a question needs it.

## Cancellation and Refund Policy {#refunds}

All sales are final, with two exceptions:

- Within 7 days of a purchase, you can request a refund. Write to {{email}}, name the purchase and say why. A person reviews every request and replies with a reason. Whether we refund depends mainly on how much of the work has been done.
- You can cancel a plan at any time, in the client area, without giving a reason. It then runs to the end of the period you have paid for, and nothing more is charged. Until that day you can undo the cancellation.

Either side can end a project in writing. You pay for the work done by then, and we hand it over to you.

For any claim, our liability is capped at your payments of the last 12 months, within the limits named under Limitation of Liability. This does not affect your rights of withdrawal or refund as a consumer.
`;
