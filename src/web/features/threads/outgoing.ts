import type { UploadedFile } from '~/contract/files/files-schema';
import type { Message } from '~/contract/threads/threads-schema';
import { loadDraft, saveDraft } from '~/web/lib/draft';
import type { SendOptions } from './thread-source';

/** A message that the server has not confirmed yet. */
export interface Outgoing {
  /**
   * Idempotency key of the message. It never changes, so that the server stores only one message,
   * regardless of how often the message is sent.
   */
  key: string;
  text: string;
  files: UploadedFile[];
  options: SendOptions;
  state: 'sending' | 'failed';
  /** Reason for the failure. */
  error: string;
  /**
   * Id of the newest message at the time of writing. The message that is being sent is shown after
   * that one.
   */
  after: number;
}

const nameOf = (thread: string) => `thread-outgoing:${thread}`;

/**
 * Returns messages whose sending was interrupted by a reload. The server may or may not have
 * received them.
 */
export function loadOutgoing(thread: string): Outgoing[] {
  const { list } = loadDraft(nameOf(thread)).values;
  if (!list) return [];
  return (JSON.parse(list) as Outgoing[]).map((one) => ({
    ...one,
    state: 'failed',
    error: one.error || 'We don’t know whether this message was sent.',
  }));
}

export function keepOutgoing(thread: string, outgoing: Outgoing[]): void {
  const list = outgoing.length > 0 ? JSON.stringify(outgoing) : '';
  saveDraft(nameOf(thread), { values: { list } });
}

/**
 * Returns whether a message in the thread is the one that was sent, for the case that the response
 * was lost.
 */
export function isSame(sent: Outgoing, message: Message): boolean {
  return (
    message.isOwn &&
    message.id > sent.after &&
    message.text.trim() === sent.text.trim() &&
    message.files.length === sent.files.length &&
    sent.files.every(({ id }) => message.files.some((file) => file.id === id))
  );
}
