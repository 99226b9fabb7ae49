import { and, eq, inArray, sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { recomputeDueTimes } from '~/server/features/conversations/due-times';
import type { Files } from '~/server/features/files/files.service';
import { toCurrentUser } from '~/server/features/identity/users';
import type { RequestThreadsAdmin } from '~/server/features/request-threads/request-threads.panel';
import type { RequestThreads } from '~/server/features/request-threads/request-threads.service';
import type { Database } from '~/server/platform/db/client';
import { conversationIdOf, conversations } from '~/server/platform/db/schema/conversations';
import { files as fileRows } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { messageReads, messages } from '~/server/platform/db/schema/messages';
import { pendingNotifications } from '~/server/platform/db/schema/notifications';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { loadSharp } from '~/server/platform/media/image-queue';
import { type DemoFile, type DemoMessage, type DemoThread, demoThreads } from './thread-samples';

export interface DemoThreads {
  files: Files;
  requestThreads: RequestThreads;
  admin: RequestThreadsAdmin;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Admin assigned to the sample clients. */
const assigneeEmail = 'ines@kestrel.example';

const contents: Record<DemoFile['content'], (name: string) => Promise<Buffer>> = {
  text: async (name) => Buffer.from(`${name}\n\nA sample file for a request.\n`),
  table: async () =>
    Buffer.from('from;to;leaves\nSkerrow;North Quay;06:40\nNorth Quay;Skerrow;08:20\n'),
  picture: async (name) => {
    const sharp = await loadSharp();
    const lines = [0, 1, 2, 3, 4]
      .map(
        (n) =>
          `<rect x="60" y="${190 + n * 70}" width="${620 - n * 90}" height="26" rx="4" fill="#d9cfbd"/>`,
      )
      .join('');
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="600" fill="#fbf8f2"/><rect x="60" y="70" width="${300 + name.length * 9}" height="64" rx="6" fill="#b4471a"/>${lines}<circle cx="810" cy="380" r="92" fill="#e8b04b"/></svg>`;
    return sharp(Buffer.from(drawing)).png().toBuffer();
  },
  map: async () => {
    const sharp = await loadSharp();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="600" fill="#dfe8ee"/><path d="M0 0H340C300 120 370 190 290 280S220 470 120 600H0Z" fill="#f3e3c3"/><path d="M960 120C860 170 840 260 880 350S780 500 700 600H960Z" fill="#f3e3c3"/><path d="M286 290C430 210 560 420 842 300" fill="none" stroke="#b4471a" stroke-width="8" stroke-dasharray="4 18" stroke-linecap="round"/><circle cx="286" cy="290" r="20" fill="#b4471a"/><circle cx="842" cy="300" r="20" fill="#b4471a"/><rect x="60" y="60" width="190" height="22" rx="4" fill="#3f566b"/><rect x="60" y="98" width="120" height="16" rx="4" fill="#93adc4"/></svg>`;
    return sharp(Buffer.from(drawing)).png().toBuffer();
  },
};

/** Fills the sample requests with messages, through the product's own services. */
export async function addThreads(db: Database, services: DemoThreads): Promise<void> {
  const [assignee] = await db.select().from(users).where(eq(users.email, assigneeEmail));
  if (!assignee) return;
  const admin = toCurrentUser(assignee, 'admin');
  const filled: number[] = [];
  for (const thread of demoThreads) {
    const [found] = await db
      .select({ id: serviceRequests.id, client: users })
      .from(serviceRequests)
      .innerJoin(users, eq(users.id, serviceRequests.userId))
      .where(and(eq(users.email, thread.email), eq(serviceRequests.title, thread.title)));
    if (!found) continue;
    filled.push(found.id);
    await addThread(db, services, {
      id: found.id,
      thread,
      admin,
      client: toCurrentUser(found.client, 'client'),
    });
  }
  await recomputeDueTimes(db);
  // These are past messages, so no emails are sent.
  if (filled.length > 0) {
    await db.delete(pendingNotifications).where(inArray(pendingNotifications.requestId, filled));
  }
}

interface Filling {
  id: number;
  thread: DemoThread;
  admin: CurrentUser;
  client: CurrentUser;
}

async function addThread(db: Database, services: DemoThreads, filling: Filling): Promise<void> {
  const { id, thread, admin, client } = filling;
  const written: number[] = [];
  for (const message of thread.messages)
    written.push(await addMessage(db, services, filling, message));
  const ref = { kind: 'request' as const, id };
  const last = (unread = 0) => written.at(-1 - unread) ?? 0;
  const mark = (userId: string, unread?: number) =>
    db
      .insert(messageReads)
      .values({ userId, conversationId: conversationIdOf(ref), messageId: last(unread) });
  await mark(client.id, thread.unread?.client);
  await mark(admin.id, thread.unread?.agency);
  await db
    .update(serviceRequests)
    .set({
      waitingSince: thread.isWaiting ? daysBack(thread.messages.at(-1)?.daysAgo ?? 0) : null,
    })
    .where(eq(serviceRequests.id, id));
  const lastOfClient = daysBack(
    thread.messages.findLast(({ by }) => by === 'client')?.daysAgo ?? 0,
  );
  await db
    .update(conversations)
    .set({
      ownerId: admin.id,
      lastMessageAt: lastOfClient,
      ...(thread.messages.at(-1)?.by === 'client' && { waitingSince: lastOfClient }),
    })
    .where(eq(conversations.requestId, id));
  if (thread.draft) {
    await services.requestThreads.saveDraft(client, { id, text: thread.draft, fileIds: [] });
  }
}

const daysBack = (days: number) => new Date(Date.now() - days * dayMs);

/** Adds a message to a sample thread. @returns its id */
async function addMessage(
  db: Database,
  services: DemoThreads,
  { id, admin, client }: Filling,
  { by, text, daysAgo, internal = false, files = [] }: DemoMessage,
): Promise<number> {
  const author = by === 'agency' ? admin : client;
  const sent: { file: DemoFile; fileId: number }[] = [];
  for (const file of files) {
    const content = await contents[file.content](file.name);
    const uploaded = await services.files.uploads.begin(author, {
      name: file.name,
      size: content.length,
    });
    await services.files.uploads.append(
      author,
      uploaded.id,
      0,
      (async function* () {
        yield content;
      })(),
    );
    await services.files.uploads.finish(author, uploaded.id);
    sent.push({ file, fileId: uploaded.id });
  }
  const fileIds = sent.map(({ fileId }) => fileId);
  const message = { id, text, fileIds };
  const { id: messageId } =
    by === 'agency'
      ? await services.admin.send(admin, { ...message, internal, deliverableIds: [] })
      : await services.requestThreads.send(client, message);
  const at = daysBack(daysAgo);
  await db.update(messages).set({ createdAt: at }).where(eq(messages.id, messageId));
  for (const { file, fileId } of sent) {
    const isDecided = file.deliverable === 'approved' || file.deliverable === 'returned';
    await db
      .update(fileRows)
      .set({
        deliverable: file.deliverable ?? null,
        comment: file.comment ?? '',
        decidedAt: isDecided ? daysBack(daysAgo - 0.4) : null,
        createdAt: at,
        updatedAt: sql`now()`,
      })
      .where(eq(fileRows.id, fileId));
  }
  return messageId;
}
