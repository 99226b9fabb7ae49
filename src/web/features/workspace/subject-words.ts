import type { Message } from '~/contract/workspace/workspace-schema';

const words: Record<Message['about'], string> = {
  request: 'in the request',
  quote: 'about the quote',
  message: 'via the contact form',
  proposal: 'about the proposal',
};

/** Says where a message was written, if that is not the record with which it is shown. */
export const subjectMark = (
  { about }: Pick<Message, 'about'>,
  shownWith: Message['about'],
): string | undefined => (about === shownWith ? undefined : words[about]);
