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
  /** Message-ID without angle brackets; '' if there is none. */
  messageId: string;
  /** Ids of In-Reply-To and References, without brackets, beginning with the email to which this one replies. */
  references: string[];
  /** Sender; name and address are '' if missing. */
  from: { name: string; address: string };
  /** All recipients, in lower case: To, Cc, Bcc, Delivered-To, X-Original-To, Envelope-To. */
  recipients: string[];
  subject: string;
  /** Time at which the email was sent, in ISO 8601. */
  sentAt: string | null;
  /** Text by the author, without quoted text and signature. */
  text: string;
  /** Quoted text and signature, which `text` omits. */
  cut: string;
  /** Lines of `cut` without a mark such as `>`, which the author may have written into the quoted text. */
  unmarked: string[];
  /** Complete text. */
  fullText: string;
  attachments: ReadAttachment[];
  /** Texts for users about parts that cannot be read, such as an encrypted body. */
  notes: string[];
  /**
   * Whether the email was sent automatically. `possibly` if its only evidence are headers that help desks and Outlook
   * also set on emails by people.
   */
  automatic: 'automatic' | 'possibly' | null;
  /** Delivery report in the format of RFC 3464, with an entry for each recipient. */
  report: DeliveryReport[];
  /** True if the receiving server marked the email as spam. */
  spam: boolean;
  /** Verdict of the topmost Authentication-Results header: by DMARC, or else by SPF and DKIM. */
  authentication: 'pass' | 'fail' | 'none';
  /**
   * Name of the server that reports the verdict, in lower case; '' for none. If the receiving server does not set the
   * header, the sender may have written it.
   */
  authenticator: string;
}

export type ReadResult = { ok: true; mail: ReadMail } | UnreadMail;

/** An email of which only the header could be read, with a reason for users. */
export interface UnreadMail {
  ok: false;
  reason: string;
  /** Data of the header, without text and attachments. */
  mail: ReadMail;
}

/** Thrown for an email that cannot be read, with a reason for users. */
export class UnreadableMail extends Error {}
