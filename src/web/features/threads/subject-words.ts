import type { Message } from '~/contract/threads/threads-schema';

const words: Record<Message['about'], string> = {
  request: 'in the request',
  quote: 'about the quote',
  message: 'via the contact form',
  proposal: 'about the proposal',
};

/** Describes the record that a message is about; undefined if it is the record on screen. */
export const subjectMark = (
  { about }: Pick<Message, 'about'>,
  shownWith: Message['about'],
): string | undefined => (about === shownWith ? undefined : words[about]);
