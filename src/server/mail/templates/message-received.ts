import { contactServices } from '~/contract/contact';
import { labelOf } from '~/contract/quotes';
import { type Agency, inShort, type Letter, thank } from './template';

/** A message from the contact form, as far as mails tell of it. */
export interface MessageFacts {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  service: string;
  subject: string;
  message: string;
}

export function messageReceivedLetter(agency: Agency, message: MessageFacts): Letter {
  return thank(agency, {
    title: 'Your message is here',
    name: message.firstName,
    next: 'A person reads what you sent and answers within one working day.',
    facts: [
      ['Subject', message.subject],
      ['Service', labelOf(contactServices, message.service)],
      ['Message', inShort(message.message)],
    ],
  });
}
