import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { AppError, changedMeanwhile } from '~/contract/common/errors';
import {
  type AllPageTexts,
  type AllSettings,
  allPageTextsSchema,
  allSettingsSchema,
  type PageTextChange,
  type SettingChange,
} from '~/contract/settings/settings-form-schema';
import type { settingSchemas } from '~/contract/settings/settings-schema';
import { type Actor, changed, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import { neutralSettings } from './default-settings';
import { cleanLogo } from './logo';
import { readerOf } from './settings.service';

/** Settings as admins manage them. */
export function createSettingsAdmin(db: Database) {
  return {
    getAll: () => readAll<AllSettings>(allSettingsSchema),
    getPageTexts: () => readAll<AllPageTexts>(allPageTextsSchema),

    /** Records in the audit log that an admin started the retention job; a scheduled run records nothing. */
    recordRetention: (actor: Actor) =>
      record(db, actor, {
        action: 'retention.run',
        about: 'job:retention',
        did: 'deleted what is kept beyond its time',
      }),

    async update(actor: Actor, change: Change): Promise<{ updatedAt: string | null }> {
      // Before the transaction: a picture takes its time.
      const stored = await cleaned(change);
      return db.transaction((tx) => changeSetting(tx, actor, stored));
    },
  };

  async function readAll<All>(schema: z.ZodObject): Promise<All> {
    const rows = await db.select().from(settings);
    const read = readerOf(rows);
    const changedAt = new Map(rows.map((row) => [row.key, row.updatedAt.toISOString()]));
    const entries = Object.keys(schema.shape).map((key) => [
      key,
      { value: read(key as keyof typeof settingSchemas), updatedAt: changedAt.get(key) ?? null },
    ]);
    return Object.fromEntries(entries) as All;
  }
}

/** Replaces one setting, and records who did. A picture has to be `cleaned` before. */
export async function changeSetting(
  tx: Pick<Database, 'select' | 'insert' | 'delete'>,
  actor: Actor,
  { key, value, expectedUpdatedAt }: Change,
): Promise<{ updatedAt: string | null }> {
  const [row] = await tx.select().from(settings).where(eq(settings.key, key)).for('update');
  const known = row?.updatedAt.toISOString() ?? null;
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== known) {
    throw new AppError('CONFLICT', changedMeanwhile);
  }
  const before = row?.value ?? neutralSettings[key];
  const difference = changed({ [key]: before }, { [key]: value });
  if (!difference && row) return { updatedAt: row.updatedAt.toISOString() };
  const updatedAt = new Date();
  // A setting without a value has no row: then the environment's value applies.
  if (value === null) await tx.delete(settings).where(eq(settings.key, key));
  else {
    await tx
      .insert(settings)
      .values({ key, value, updatedAt })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } });
  }
  await record(tx, actor, {
    action: 'setting.updated',
    about: `setting:${key}`,
    did: `changed the settings of ${titles[key]}`,
    ...difference,
  });
  return { updatedAt: value === null ? null : updatedAt.toISOString() };
}

type Change = SettingChange | PageTextChange;

/** A change as it may be stored or shown. @throws BAD_REQUEST for a picture that cannot be */
export async function cleaned(change: Change): Promise<Change> {
  return change.key === 'logo' ? { ...change, value: await cleanLogo(change.value) } : change;
}

const titles: Record<Change['key'], string> = {
  brand: 'the brand',
  contact: 'the contact details',
  social: 'the social links',
  hero: 'the landing page',
  reasons: 'the reasons to choose us',
  claims: 'the claims',
  currency: 'the currency',
  whatsappNumber: 'the chat number',
  about: 'the about page',
  careers: 'the careers page',
  questions: 'the questions and answers',
  retention: 'how long data is kept',
  seller: 'the details on invoices',
  sales: 'proposals and invoices',
  responseTimes: 'the response times',
  files: 'the files of clients',
  formFields: 'the fields of the forms',
  testimonials: 'when clients are asked for a testimonial',
  appearance: 'the colours',
  logo: 'the logo',
  typeface: 'the typeface',
  navigation: 'the navigation',
  pages: 'the words of the pages',
};

export type SettingsAdmin = ReturnType<typeof createSettingsAdmin>;
