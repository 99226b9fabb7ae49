import type { Recipient } from '~/contract/conversations/conversations-schema';
import type { Message, MessageDraft, NewMessage } from '~/contract/threads/threads-schema';

/** One page of a thread, oldest message first. */
export interface MessagePage<Row extends Message> {
  rows: Row[];
  /** Cursor for the page of older messages; null if there are none. */
  before: number | null;
}

/** The agency's options for a message. Clients have none. */
export interface SendOptions {
  internal?: boolean;
  deliverableIds?: number[];
  waiting?: boolean;
  pinned?: boolean;
  /** Recipient of an email; defaults to the first recipient of the conversation. */
  to?: Recipient;
}

type Sending = Required<Pick<NewMessage, 'text' | 'fileIds' | 'key'>> & {
  options: SendOptions;
};

/**
 * Functions that read and change one thread. Clients and the panel have different implementations.
 */
export interface ThreadSource<Row extends Message = Message> {
  /** Key of the thread in this browser's storage. */
  key: string;
  /** Id of the request. While its thread is open, the reader gets no emails about it. */
  requestId?: number;
  /** True if the agency reads the thread. The reader's own messages are aligned differently. */
  byAgency: boolean;
  page(query: { before?: number; limit?: number }): Promise<MessagePage<Row>>;
  send(message: Sending): Promise<Row>;
  edit(messageId: number, text: string): Promise<Row>;
  remove(messageId: number): Promise<unknown>;
  markRead(messageId: number): Promise<unknown>;
  saveDraft(draft: MessageDraft): Promise<unknown>;
}
