import type { Message } from '~/contract/threads/threads-schema';

const words: Record<Message['about'], string> = {
  request: 'in the request',
  quote: 'about the quote',
  message: 'via the contact form',
  proposal: 'about the proposal',
};

/** Returns which record a message is about, if it differs from the one on screen. */
export const subjectMark = (
  { about }: Pick<Message, 'about'>,
  shownWith: Message['about'],
): string | undefined => (about === shownWith ? undefined : words[about]);
