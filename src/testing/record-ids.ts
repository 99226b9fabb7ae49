import { type ContentKey, contentKeys } from '~/contract/content/content-types';
import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import type { Preview } from '~/contract/proposed-changes/proposed-changes-schema';
import type { WebhookFields } from '~/contract/webhooks/webhooks-schema';
import { addAdmin, keyOf } from './admins';
import type { TestApp } from './app';
import { callerOf } from './callers';
import { contactMessage, quoteRequest } from './requests';
import { salesOf } from './sales';
import { contentCases } from './samples';
import { agencyFileIn, userOf } from './threads';

/** Ids of the records that a call refers to. */
export interface Ids extends Record<ContentKey | `${ContentKey}Trash`, number> {
  client: string;
  quote: number;
  message: number;
  request: number;
  agencyFile: number;
  proposal: number;
  sentProposal: number;
  proposalTrash: number;
  invoice: number;
  openInvoice: number;
  recurringInvoice: number;
  pausedRecurringInvoice: number;
  admin: string;
  manager: string;
  invitedAdmin: string;
  company: number;
  otherCompany: number;
  replyTemplate: number;
  apiKey: number;
  proposedChange: number;
  webhook: number;
}

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

export async function requestBy(app: TestApp, userId: string): Promise<number> {
  const [{ id }] = await app.sql<[{ id: number }]>`
    with made as (
      insert into service_requests (user_id, title) values (${userId}, 'A request') returning id)
    insert into conversations (kind, request_id) select 'request', id from made returning request_id as id`;
  return id;
}

/** Creates a new record of each kind to which `input` refers. */
export function recordMakerOf(appOf: () => TestApp) {
  const { newProposal, sentProposal, newInvoice, openInvoice, newRecurring } = salesOf(appOf);
  const admin = () => appOf().services.admin;
  const owner = async () => ({
    id: (await addAdmin(appOf(), 'owner')).id,
    firstName: 'Olive',
    lastName: 'Owner',
  });

  async function content(key: ContentKey): Promise<number> {
    const user = await userOf(appOf(), (await owner()).id);
    const router = callerOf(user, appOf().services).admin[key];
    const made = await router.create(contentCases[key].least() as never);
    return (made as { id: number }).id;
  }

  async function company(): Promise<number> {
    const [{ id }] = await appOf().sql<[{ id: number }]>`
      insert into companies (name) values ('Engines Ltd') returning id`;
    return id;
  }

  async function client(): Promise<string> {
    const [{ id }] = await appOf().sql<[{ id: string }]>`
      insert into users (id, email, first_name, last_name)
      values (${crypto.randomUUID()}, ${uniqueEmail()}, 'Ada', 'Byron') returning id`;
    return id;
  }

  const request = async () => requestBy(appOf(), await client());

  async function apiKey(): Promise<number> {
    await keyOf(appOf(), 'owner');
    const [{ id }] = await appOf().sql<[{ id: number }]>`select max(id) as id from api_keys`;
    return id;
  }

  const makers = {
    ...Object.fromEntries(
      contentKeys.flatMap((key) => [
        [key, () => content(key)],
        [
          `${key}Trash`,
          async () => {
            const id = await content(key);
            await admin()[key].remove('system', id);
            return id;
          },
        ],
      ]),
    ),
    client,
    company,
    otherCompany: company,
    request,
    quote: async () =>
      (await appOf().services.quotes.submit(quoteRequestSchema.parse(quoteRequest()))).id,
    message: async () =>
      (await appOf().services.messages.send(contactMessageSchema.parse(contactMessage()))).id,
    agencyFile: async () => {
      const sender = await userOf(appOf(), (await owner()).id);
      return (await agencyFileIn(appOf(), sender, await request())).fileId;
    },
    proposal: async () => (await newProposal()).id,
    sentProposal: async () => (await sentProposal()).id,
    proposalTrash: async () => {
      const { id } = await newProposal();
      return (await admin().proposals.remove('system', id)).id;
    },
    invoice: async () => (await newInvoice()).id,
    openInvoice: async () => (await openInvoice()).id,
    recurringInvoice: async () => (await newRecurring()).id,
    pausedRecurringInvoice: async () => {
      const { id } = await newRecurring();
      await admin().recurringInvoices.pause('system', id);
      return id;
    },
    admin: async () => (await addAdmin(appOf(), 'viewer')).id,
    manager: async () => (await addAdmin(appOf(), 'manager')).id,
    invitedAdmin: async () => {
      const fields = { email: uniqueEmail(), name: 'Iris Invited', role: 'editor' } as const;
      return (await admin().admins.invite(await owner(), fields)).id;
    },
    replyTemplate: async () => {
      const [{ id }] = await appOf().sql<[{ id: number }]>`
        insert into reply_templates (name, text)
        values (${crypto.randomUUID()}, 'Hello') returning id`;
      return id;
    },
    apiKey,
    proposedChange: async () => {
      const input = { name: crypto.randomUUID(), text: 'Hello' };
      const preview: Preview = {
        ...{ summary: 'Add a reply template; an unknown placeholder is refused', description: '' },
        ...{ about: '', record: [] },
        changes: [
          { field: 'name', before: null, after: input.name },
          { field: 'text', before: null, after: input.text },
        ],
      };
      const [{ id }] = await appOf().sql<[{ id: number }]>`
        insert into proposed_changes
          (api_key_id, proposed_by, procedure, input, permission, record, preview, expires_at)
        values (${await apiKey()}, 'key Zapier of Ada', 'admin.replyTemplates.create',
          ${appOf().sql.json(input)}, 'leads.write', '', ${appOf().sql.json(preview)},
          now() + interval '1 day')
        returning id`;
      return id;
    },
    webhook: async () => {
      const url = 'https://hooks.example';
      const fields = {
        url,
        events: ['*'],
        enabled: false,
        kind: 'standard',
      } satisfies WebhookFields;
      return (await admin().webhooks.create('system', fields)).id;
    },
  } as { [Key in keyof Ids]: () => Promise<Ids[Key]> };

  return async (input: (ids: Ids) => unknown): Promise<Ids> => {
    const named = new Set<keyof Ids>();
    input(new Proxy({} as Ids, { get: (_, key) => void named.add(key as keyof Ids) }));
    const ids: Partial<Record<keyof Ids, number | string>> = {};
    for (const key of named) ids[key] = await makers[key]();
    return ids as Ids;
  };
}
