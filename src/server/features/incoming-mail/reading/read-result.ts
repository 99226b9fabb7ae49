export interface ReadAttachment {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  inline: boolean;
  /** Where an inline picture stands. */
  place: 'body' | 'signature' | 'quotation' | null;
}

export interface DeliveryReport {
  action: string;
  recipient: string;
  status: string;
  diagnostic: string;
  /** Of the mail that it names. */
  messageId: string;
}

export interface ReadMail {
  /** Without angle brackets; '' where there is none. */
  messageId: string;
  /** Ids of In-Reply-To and References, without brackets, the nearest first. */
  references: string[];
  /** '' where missing. */
  from: { name: string; address: string };
  /** Every address it was sent to, lower case: To, Cc, Bcc, Delivered-To, X-Original-To, Envelope-To. */
  recipients: string[];
  subject: string;
  /** ISO 8601. */
  sentAt: string | null;
  /** What its writer wrote: without quotation and signature. */
  text: string;
  /** Quotation and signature, which `text` leaves out. */
  cut: string;
  /** All of it as text. */
  fullText: string;
  attachments: ReadAttachment[];
  /** What could not be read, such as an encrypted body, for people. */
  notes: string[];
  /** Whether a machine wrote it; 'possibly' for headers that help desks and Outlook set on mails of people as well. */
  automatic: 'automatic' | 'possibly' | null;
  /** A delivery report by RFC 3464, a line for each recipient. */
  report: DeliveryReport[];
  /** By the mark of the server that received it. */
  spam: boolean;
  /** What the topmost Authentication-Results say: DMARC, or SPF and DKIM where there is no DMARC. */
  authentication: 'pass' | 'fail' | 'none';
  /** The server that says so, in lower case; '' for none. Anyone can write the header where no server does. */
  authenticator: string;
}

export type ReadResult = { ok: true; mail: ReadMail } | UnreadMail;

/** A mail whose header alone is read, with the reason for people. */
export interface UnreadMail {
  ok: false;
  reason: string;
  /** Without text and attachments. */
  mail: ReadMail;
}

/** A mail that is not read, with a reason for people. */
export class UnreadableMail extends Error {}
