import type { Message, MessageDraft, NewMessage } from '~/contract/workspace/workspace-schema';

/** One page of a thread, oldest message first. */
export interface MessagePage<Row extends Message> {
  rows: Row[];
  /** Cursor for the page of older messages; null if there are none. */
  before: number | null;
}

/** The agency's options for a message; clients have none. */
export interface SendOptions {
  internal?: boolean;
  deliverableIds?: number[];
  waiting?: boolean;
  pinned?: boolean;
}

type Sending = Required<Pick<NewMessage, 'text' | 'fileIds' | 'key'>> & {
  options: SendOptions;
};

/** Procedures of one thread: the client's, or those of the panel. */
export interface ThreadSource<Row extends Message = Message> {
  requestId: number;
  /** Side that reads, whose own messages are aligned differently. */
  byAgency: boolean;
  page(query: { before?: number; limit?: number }): Promise<MessagePage<Row>>;
  send(message: Sending): Promise<Row>;
  edit(messageId: number, text: string): Promise<Row>;
  remove(messageId: number): Promise<unknown>;
  markRead(messageId: number): Promise<unknown>;
  saveDraft(draft: MessageDraft): Promise<unknown>;
}
