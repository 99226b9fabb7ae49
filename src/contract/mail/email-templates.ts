import { fillBraces, placeholdersOf } from '~/contract/common/placeholders';

export const emailGroups = [
  'Leads',
  'Proposals',
  'Invoices',
  'Requests',
  'Plans',
  'Account',
] as const;

/** Texts of an email that the agency can change. */
export interface EmailWords {
  subject: string;
  heading: string;
  /** Text above the details, including the greeting. */
  text: string;
}

interface EmailTemplate extends EmailWords {
  group: (typeof emailGroups)[number];
  /** Label in the panel, which says when the email is sent. */
  label: string;
  /** Sample values of the variables, for the preview. */
  variables: Record<string, string>;
  /** Sample of the details that follow the text. */
  facts: [label: string, value: string][];
  /** Label of the button below the details. */
  button: string;
}

const client = { name: 'Maren Holt' };
const greeted = { firstName: 'Maren' };
const lead = { ...client, responseTime: '24 hours' };
const proposal = {
  ...client,
  number: 'P-0012',
  title: 'New booking website',
  total: '$9,800.00',
  validUntil: '31 March 2027',
};
const invoice = { ...client, number: 'INV-2027-0012', total: '$1,450.00' };
const invoiceFacts: [string, string][] = [
  ['Invoice', invoice.number],
  ['Amount', invoice.total],
];
const request = { ...greeted, title: 'Add a booking form' };
const plan = { ...greeted, plan: 'plan Care' };
const planPayment = { ...greeted, amount: '$290.00', description: 'Care, March 2027' };
const planFacts: [string, string][] = [
  ['For', planPayment.description],
  ['Amount', planPayment.amount],
];
const leadText =
  'Hello {{name}},\n\nThank you for writing. We’ll reply within {{responseTime}}.\n\nAnything to add? Just reply to this email.';

/**
 * Emails to clients whose texts the agency can change in Settings. Excludes emails about sign-in,
 * changed emails, permissions and deleted data, because their texts must say exactly what happened
 * to an account.
 */
export const emailTemplates = {
  quoteReceived: {
    group: 'Leads',
    label: 'Quote request received',
    subject: '{{agency}}: We’ve received your quote request',
    heading: 'We’ve received your quote request',
    text: leadText,
    variables: lead,
    facts: [['Service', 'Website']],
    button: 'Follow your quote',
  },
  messageReceived: {
    group: 'Leads',
    label: 'Message received',
    subject: '{{agency}}: We’ve received your message',
    heading: 'We’ve received your message',
    text: leadText,
    variables: lead,
    facts: [['Message', 'Do you also build booking systems?']],
    button: '',
  },
  formReceived: {
    group: 'Leads',
    label: 'Form submitted',
    subject: '{{agency}}: We’ve received your answers',
    heading: 'We’ve received your answers',
    text: leadText,
    variables: lead,
    facts: [['Form', 'Project questions']],
    button: 'View status',
  },
  proposalSent: {
    group: 'Proposals',
    label: 'Proposal sent',
    subject: 'Proposal {{number}}: {{title}}',
    heading: 'Your proposal',
    text: 'Hello {{name}},\n\nHere is our proposal. You can view, print and accept it without an account.',
    variables: proposal,
    facts: [
      ['Proposal', `${proposal.number}: ${proposal.title}`],
      ['Total', proposal.total],
      ['Valid until', proposal.validUntil],
    ],
    button: 'View proposal',
  },
  proposalAccepted: {
    group: 'Proposals',
    label: 'Proposal accepted',
    subject: 'Accepted: proposal {{number}}, {{title}}',
    heading: 'Proposal accepted',
    text: 'Hello {{name}},\n\nThank you for accepting the proposal. We’ve opened a request for the work. To follow it, sign in with this email.',
    variables: proposal,
    facts: [
      ['Proposal', `${proposal.number}: ${proposal.title}`],
      ['Total', proposal.total],
    ],
    button: 'View agreement',
  },
  invoiceIssued: {
    group: 'Invoices',
    label: 'Invoice issued',
    subject: 'Invoice {{number}}, {{due}}',
    heading: 'Your invoice',
    text: 'Hello {{name}},\n\nHere is your invoice. {{howToPay}}',
    variables: {
      ...invoice,
      due: '$1,450.00, due 14 March',
      howToPay: 'You can pay it online, without an account.',
    },
    facts: [...invoiceFacts, ['Due on', '14 March 2027']],
    button: 'View invoice',
  },
  invoiceReminder: {
    group: 'Invoices',
    label: 'Invoice reminder',
    subject: 'Reminder: invoice {{number}}, {{due}}',
    heading: 'Invoice reminder',
    text: 'Hello {{name}},\n\n{{reminder}}',
    variables: {
      ...invoice,
      due: '$1,450.00, due 14 March',
      reminder: 'This invoice is overdue. Please pay it soon.',
    },
    facts: [
      ['Invoice', invoice.number],
      ['Balance due', invoice.total],
    ],
    button: 'View invoice',
  },
  invoiceCredited: {
    group: 'Invoices',
    label: 'Credit note issued',
    subject: 'Credit note {{creditNote}}, {{amount}}, for invoice {{number}}',
    heading: 'Your credit note',
    text: 'Hello {{name}},\n\nWe’ve corrected your invoice with a credit note.',
    variables: { ...invoice, creditNote: 'CN-2027-0003', amount: '$250.00' },
    facts: [
      ['Invoice', invoice.number],
      ['Credit note', 'CN-2027-0003'],
      ['Credited', '$250.00'],
    ],
    button: 'View invoice',
  },
  paymentStarted: {
    group: 'Invoices',
    label: 'Bank payment started',
    subject: 'Payment of {{amount}} started for invoice {{number}}',
    heading: 'We’re waiting for your payment',
    text: 'Hello {{name}},\n\nSomeone started a payment of {{amount}} for your invoice. Bank payments can take a few days, and we’ll email you when it arrives. If you don’t know about this payment, please reply to this email.',
    variables: { ...invoice, amount: '$1,450.00' },
    facts: invoiceFacts,
    button: 'View invoice',
  },
  paymentReceived: {
    group: 'Invoices',
    label: 'Payment received',
    subject: 'Payment of {{amount}} received for invoice {{number}}',
    heading: 'Payment received',
    text: 'Hello {{name}},\n\nThank you. We’ve received your payment.',
    variables: { ...invoice, amount: '$1,450.00' },
    facts: [...invoiceFacts, ['Received', '$1,450.00']],
    button: 'View invoice',
  },
  overpaymentRefunded: {
    group: 'Invoices',
    label: 'Overpayment refunded',
    subject: 'Refund of {{amount}} for invoice {{number}}',
    heading: 'Refund sent',
    text: 'Hello {{name}},\n\nYou paid more than you owed on this invoice.',
    variables: { ...invoice, amount: '$50.00' },
    facts: [...invoiceFacts, ['Refunded', '$50.00']],
    button: 'View invoice',
  },
  requestReceived: {
    group: 'Requests',
    label: 'Request received',
    subject: 'We’ve received your request: {{title}}',
    heading: 'We’ve received your request',
    text: 'Hi {{firstName}},\n\nThank you. We’ll reply within {{responseTime}}.',
    variables: { ...request, responseTime: '24 hours' },
    facts: [['Title', request.title]],
    button: 'View request',
  },
  requestEntered: {
    group: 'Requests',
    label: 'Request created by your team',
    subject: 'We’ve opened a request for you: {{title}}',
    heading: 'We’ve opened a request for you',
    text: 'Hi {{firstName}},\n\nWe’ve summarized what we discussed. You can follow the work and message us here.',
    variables: request,
    facts: [['Title', request.title]],
    button: 'View request',
  },
  requestOpened: {
    group: 'Requests',
    label: 'Request created from a quote',
    subject: 'Your quote is now a request: {{title}}',
    heading: 'Your quote is now a request',
    text: 'Hi {{firstName}},\n\nWe’ve opened a request for your quote. You can follow the work here.',
    variables: request,
    facts: [['Title', request.title]],
    button: 'View request',
  },
  requestStatusChanged: {
    group: 'Requests',
    label: 'Request status changed',
    subject: '{{status}}: {{title}}',
    heading: 'The status of your request changed',
    text: 'Hi {{firstName}},',
    variables: { ...request, status: 'In progress' },
    facts: [
      ['Request', request.title],
      ['Status', 'In progress'],
    ],
    button: 'View request',
  },
  requestNote: {
    group: 'Requests',
    label: 'Note on a request',
    subject: 'New note: {{title}}',
    heading: 'New note on your request',
    text: 'Hi {{firstName}},',
    variables: request,
    facts: [
      ['Request', request.title],
      ['Note', 'The form is ready for you to try.'],
    ],
    button: 'View request',
  },
  requestMessage: {
    group: 'Requests',
    label: 'Message or file on a request',
    subject: '{{what}}: {{title}}',
    heading: 'You have {{news}}',
    text: 'Hi {{firstName}},\n\nYou have {{news}} about your request.',
    variables: { ...request, what: 'New message', news: 'a new message' },
    facts: [
      ['Request', request.title],
      ['Ines', 'Here is a first draft. What do you think?'],
    ],
    button: 'View request',
  },
  testimonialAsked: {
    group: 'Requests',
    label: 'Testimonial requested',
    subject: 'How was it? {{title}}',
    heading: 'What was it like to work with us?',
    text: 'Hi {{firstName}},\n\nWe’ve completed “{{title}}”. Do you have two minutes? What was it like, and what has changed since? Two or three sentences help the next person who is thinking about working with {{agency}}.',
    variables: request,
    facts: [],
    button: 'Write a testimonial',
  },
  planPaymentStarted: {
    group: 'Plans',
    label: 'Bank payment of a plan started',
    subject: 'Payment of {{amount}} started for {{description}}',
    heading: 'We’re waiting for your payment',
    text: 'Hi {{firstName}},\n\nYou started a payment of {{amount}}, and your plan is active. Bank payments can take a few days, and we’ll email you when it arrives. If you don’t know about this payment, please write to us.',
    variables: planPayment,
    facts: planFacts,
    button: 'View plan',
  },
  planPaymentReceived: {
    group: 'Plans',
    label: 'Payment of a plan received',
    subject: 'Payment of {{amount}} received for {{description}}',
    heading: 'We’ve received your payment',
    text: 'Hi {{firstName}},\n\nThank you for your payment.',
    variables: planPayment,
    facts: planFacts,
    button: 'View receipt',
  },
  planPaymentFailed: {
    group: 'Plans',
    label: 'Payment of a plan failed',
    subject: 'Payment of {{amount}} failed: {{description}}',
    heading: 'Your payment failed',
    text: 'Hi {{firstName}},\n\n{{nextStep}}',
    variables: {
      ...planPayment,
      nextStep:
        'We couldn’t charge your card. Add another card and we’ll retry the payment right away.',
    },
    facts: planFacts,
    button: 'Update card',
  },
  planCanceled: {
    group: 'Plans',
    label: 'Plan canceled',
    subject: 'Your {{plan}} ends on {{endsOn}}',
    heading: 'Your subscription is canceled',
    text: 'Hi {{firstName}},\n\nYour {{plan}} runs until {{endsOn}}, then ends. You won’t be charged again. Until then, you can resume it on your dashboard.',
    variables: { ...plan, endsOn: '31 March 2027' },
    facts: [],
    button: 'Open your plan',
  },
  planEnded: {
    group: 'Plans',
    label: 'Plan ended',
    subject: 'Your {{plan}} has ended',
    heading: 'Your subscription has ended',
    text: 'Hi {{firstName}},\n\nYour {{plan}} has ended. You won’t be charged again. You can subscribe again any time.',
    variables: plan,
    facts: [],
    button: 'See the plans',
  },
  planResumed: {
    group: 'Plans',
    label: 'Plan resumed',
    subject: 'Your {{plan}} continues',
    heading: 'Subscription resumed',
    text: 'Hi {{firstName}},\n\nYou resumed your {{plan}}. It continues and renews as before.',
    variables: plan,
    facts: [],
    button: 'View plan',
  },
  welcome: {
    group: 'Account',
    label: 'Account created',
    subject: '{{agency}}: Your account is ready',
    heading: 'Your account is ready',
    text: 'Hi {{firstName}},\n\nYour account is ready. It shows what we’re working on and what you’ve paid. You sign in with a code that we email you; there is no password.',
    variables: greeted,
    facts: [],
    button: 'View account',
  },
} as const satisfies Record<string, EmailTemplate>;

export type EmailTemplateKey = keyof typeof emailTemplates;
export const emailTemplateKeys = Object.keys(emailTemplates) as EmailTemplateKey[];

/** Values of a template's variables, without `agency`, which every template has. */
export type EmailVariables<Key extends EmailTemplateKey> = Record<
  keyof (typeof emailTemplates)[Key]['variables'],
  string
>;

/** Returns the names of a template's variables. */
export const variablesOf = (key: EmailTemplateKey): string[] => [
  ...Object.keys(emailTemplates[key].variables),
  'agency',
];

/** Returns variables in a text that its template does not have. */
export const unknownEmailVariables = (key: EmailTemplateKey, text: string): string[] =>
  placeholdersOf(text).filter((name) => !variablesOf(key).includes(name));

/** Fills in variables. An empty value also removes the space before it: `Hello {{name}},` becomes `Hello,`. */
export function fillEmailWords(words: EmailWords, values: Record<string, string>): EmailWords {
  const wordOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  const fill = (text: string) =>
    fillBraces(
      text.replaceAll(/ \{\{([^{}]*)\}\}/g, (written, name: string) =>
        wordOf(name.trim()) === '' ? '' : written,
      ),
      wordOf,
    ).trim();
  return { subject: fill(words.subject), heading: fill(words.heading), text: fill(words.text) };
}
