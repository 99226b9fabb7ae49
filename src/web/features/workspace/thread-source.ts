import type { Message, MessageDraft, NewMessage } from '~/contract/workspace/workspace-schema';

/** One page of a thread, from the oldest message to the newest. */
export interface MessagePage<Row extends Message> {
  rows: Row[];
  /** The `before` of the page of older messages; null where there are none. */
  before: number | null;
}

/** What the agency chooses for a message beside its text; a client chooses nothing. */
export interface SendOptions {
  internal?: boolean;
  deliverableIds?: number[];
  waiting?: boolean;
  pinned?: boolean;
}

type Sending = Required<Pick<NewMessage, 'text' | 'fileIds' | 'key'>> & {
  options: SendOptions;
};

/** The server's side of one thread: the client's procedures, or those of the panel. */
export interface ThreadSource<Row extends Message = Message> {
  requestId: number;
  /** Which side reads: its own messages are set apart from the other side's. */
  byAgency: boolean;
  page(query: { before?: number; limit?: number }): Promise<MessagePage<Row>>;
  send(message: Sending): Promise<Row>;
  edit(messageId: number, text: string): Promise<Row>;
  remove(messageId: number): Promise<unknown>;
  markRead(messageId: number): Promise<unknown>;
  saveDraft(draft: MessageDraft): Promise<unknown>;
}
