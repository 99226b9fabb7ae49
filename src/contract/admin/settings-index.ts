import type { SettingsView } from './sections';

/**
 * Forms of each view of the settings, and each form's labels, for the panel search. A test compares
 * them with the screens.
 */
export const settingsForms = {
  agency: {
    Brand: ['Name', 'Legal name', 'Tagline', 'Founded in', 'Site language', 'Description'],
    Contact: ['Email', 'Phone', 'Address', 'Hours'],
    Chat: ['WhatsApp number'],
    'Social links': [],
    Currency: [],
  },
  appearance: {
    Logo: ['The logo contains the agency name'],
    Colors: ['Custom colors'],
    Typeface: [],
  },
  forms: {
    'Quote and contact forms': ['Service options', 'Country options', 'Phone on the quote forms'],
  },
  sales: {
    'Seller and bank account': [
      'Registered name',
      'VAT number',
      'Tax number',
      'Registration number',
      'ZIP or postal code',
      'City',
      'Country',
      'Account holder',
      'IBAN',
      'BIC',
      'Other payment details',
      'Billing contact',
      'Phone of billing contact',
      'Email of billing contact',
    ],
    'Proposals and invoices': [
      'Default proposal terms',
      'Proposal validity (days)',
      'Payment terms (days)',
      'Issue invoices due on completion after (working days)',
      'Number prefix',
      'Digits',
      'Include the year and restart numbering each year',
      'Attach the PDF to emails about open invoices',
      'Send invoice reminders',
      'Reminder days, relative to the due date',
      'Text before the due date',
      'Text on the due date',
      'Text after the due date',
    ],
    'Next invoice number': [],
    Tax: ['Scheme', 'Standard rate (%)', 'Reduced rates (%)', 'Charge tax on plans'],
  },
  payments: { 'Bank statements': ['Match exact payments automatically'] },
  answers: {
    'Response times': [
      'Reply within (working hours)',
      'Working day starts',
      'Working day ends',
      'Working days',
      'Holidays',
      'Show response times on the contact page',
    ],
  },
  emails: {},
  replies: {
    Testimonials: [
      'Email each client for a testimonial when a request is completed',
      'Days after completion',
    ],
  },
  legal: {},
  data: {
    'For your accountant': [],
    'Client files': ['Storage per client'],
    'Data retention': [
      'Usage data',
      'Quotes and messages',
      'Documents of deleted clients',
      'Replies about data',
    ],
    'Automatic clean-up': [],
  },
  import: {},
  integrations: { 'API keys': [], Webhooks: [], Agents: [], 'Stripe events': [] },
} as const satisfies Record<SettingsView, Record<string, readonly string[]>>;
