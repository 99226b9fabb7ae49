import { contactServices } from '~/contract/contact';
import { labelOf } from '~/contract/quotes';
import type { MessageFacts } from './message-received';
import { type Agency, type Letter, notify } from './template';

export function messageNoticeLetter(
  agency: Agency,
  publicUrl: string,
  message: MessageFacts,
): Letter {
  return notify(agency, {
    title: 'A new message',
    facts: [
      ['Name', `${message.firstName} ${message.lastName}`],
      ['Email', message.email],
      ['Phone', message.phone],
      ['Subject', message.subject],
      ['Service', labelOf(contactServices, message.service)],
      ['Message', message.message],
    ],
    panelUrl: `${publicUrl}/admin?section=messages&open=${message.id}`,
  });
}
