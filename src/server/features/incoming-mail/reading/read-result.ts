export interface ReadAttachment {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  inline: boolean;
  /** Position of an inline picture. */
  place: 'body' | 'signature' | 'quotation' | null;
}

export interface DeliveryReport {
  action: string;
  recipient: string;
  status: string;
  diagnostic: string;
  /** Message-ID of the reported email. */
  messageId: string;
}

export interface ReadMail {
  /** Without angle brackets; '' if there is none. */
  messageId: string;
  /** Ids of In-Reply-To and References, without brackets, the nearest first. */
  references: string[];
  /** '' where missing. */
  from: { name: string; address: string };
  /** All recipients, in lower case: To, Cc, Bcc, Delivered-To, X-Original-To, Envelope-To. */
  recipients: string[];
  subject: string;
  /** ISO 8601. */
  sentAt: string | null;
  /** Text of the author, without quoted text and signature. */
  text: string;
  /** Quoted text and signature, which `text` omits. */
  cut: string;
  /** Complete text. */
  fullText: string;
  attachments: ReadAttachment[];
  /** Unreadable parts, such as an encrypted body, as text for users. */
  notes: string[];
  /** Whether it was sent automatically; 'possibly' for headers that help desks and Outlook also set on emails by people. */
  automatic: 'automatic' | 'possibly' | null;
  /** Delivery report by RFC 3464, with an entry for each recipient. */
  report: DeliveryReport[];
  /** According to the receiving server. */
  spam: boolean;
  /** Result of the topmost Authentication-Results: DMARC, or SPF and DKIM without DMARC. */
  authentication: 'pass' | 'fail' | 'none';
  /** Name of the server that reports it, in lower case; '' for none. Anyone can write the header if no server does. */
  authenticator: string;
}

export type ReadResult = { ok: true; mail: ReadMail } | UnreadMail;

/** An email of which only the header is read, with the reason for users. */
export interface UnreadMail {
  ok: false;
  reason: string;
  /** Without text and attachments. */
  mail: ReadMail;
}

/** Error for an email that is not read, with a reason for users. */
export class UnreadableMail extends Error {}
