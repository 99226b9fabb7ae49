import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import type { Database } from '~/server/platform/db/client';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { createConversations } from './conversations.panel';
import { createLinkedConversation } from './linked-conversation';
import { createReplyTemplates } from './reply-templates';

/** Conversations with the senders of leads, for both sides. */
export const createConversationsFeature = (
  db: Database,
  options: {
    files: Files;
    mailer: Mailer;
    links: DocumentLinks;
    rateLimits: RateLimits;
    getName(): Promise<string>;
  },
) => ({
  ofPanel: createConversations(db, options),
  byLink: createLinkedConversation(db, options),
  templates: createReplyTemplates(db),
});

export type ConversationsFeature = ReturnType<typeof createConversationsFeature>;
