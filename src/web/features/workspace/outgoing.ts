import type { UploadedFile } from '~/contract/files/files-schema';
import type { Message } from '~/contract/workspace/workspace-schema';
import { loadDraft, saveDraft } from '~/web/lib/draft';
import type { SendOptions } from './thread-source';

/** A message that the server has not confirmed yet. */
export interface Outgoing {
  /** Made once: however often it is sent, the server stores one message for it. */
  key: string;
  text: string;
  files: UploadedFile[];
  options: SendOptions;
  state: 'sending' | 'failed';
  /** Why it did not arrive. */
  error: string;
  /** The newest message when it was written: it can only be one after that. */
  after: number;
}

const nameOf = (requestId: number) => `thread-outgoing:${requestId}`;

/** Those that a reload interrupted are not known to have arrived. */
export function loadOutgoing(requestId: number): Outgoing[] {
  const { list } = loadDraft(nameOf(requestId)).values;
  if (!list) return [];
  return (JSON.parse(list) as Outgoing[]).map((one) => ({
    ...one,
    state: 'failed',
    error: one.error || 'We don’t know whether this message was sent.',
  }));
}

export function keepOutgoing(requestId: number, outgoing: Outgoing[]): void {
  const list = outgoing.length > 0 ? JSON.stringify(outgoing) : '';
  saveDraft(nameOf(requestId), { values: { list } });
}

/** Whether a message is the one that was sent: its answer may have been lost. */
export function isSame(sent: Outgoing, message: Message): boolean {
  return (
    message.isOwn &&
    message.id > sent.after &&
    message.text.trim() === sent.text.trim() &&
    message.files.length === sent.files.length &&
    sent.files.every(({ id }) => message.files.some((file) => file.id === id))
  );
}
