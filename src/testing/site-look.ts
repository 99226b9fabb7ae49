import type { TestApp } from './app';
import { contactMessage } from './requests';
import { askerOf } from './sign-in';

/** Changes settings of an app as an admin, and reads the resulting pages, share images and emails. */
export const siteLookOf = (running: () => { app: TestApp; admin: string }) => {
  const read = async (path: string, headers: Record<string, string> = {}) =>
    running().app.fetch(path, { headers });
  return {
    save: (key: string, value: unknown) =>
      askerOf(running().app, running().admin)('POST', '/api/trpc/admin.settings.update', {
        key,
        value,
      }),
    page: async (path: string, headers?: Record<string, string>) =>
      (await read(path, headers)).text(),
    shareImage: async () =>
      Buffer.from(await (await read('/share/site.png')).arrayBuffer()).toString('base64'),
    /** Sends a contact message. @returns the HTML of the email that confirms it */
    newMail: async () => {
      const { app } = running();
      await app.sql`delete from mails`;
      await app.postJson('/api/contact', contactMessage());
      const [mail] = await app.sql<{ html: string }[]>`
        select html from mails where "to" = ${contactMessage().email}`;
      return mail?.html ?? '';
    },
  };
};
