import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { type PageKey, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import type { ChangedTexts } from '~/contract/built-in-pages/built-in-pages-schema';
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
import {
  addVersion,
  changeTimes,
  lockBuiltInPage,
  newestVersion,
  newestVersions,
} from '~/server/features/content/built-in-pages/built-in-pages';
import { recomputeDueTimes } from '~/server/features/conversations/due-times';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import type { PageText } from '~/server/platform/db/schema/pages';
import { settings } from '~/server/platform/db/schema/settings';
import { neutralSettings } from './default-settings';
import { cleanLogo } from './logo';
import { isPageText, type PageTextSetting, textPages, textSettings } from './page-texts';
import { readerOf } from './read-setting';

/** Settings as admins manage them. */
export function createSettingsAdmin(db: Database) {
  return {
    getAll: () => readAll<AllSettings>(allSettingsSchema),
    getPageTexts: () => readAll<AllPageTexts>(allPageTextsSchema),

    /** Records in the audit log that an admin started the retention job. Scheduled runs are not recorded. */
    recordRetention: (actor: Actor) =>
      recordAudit(db, actor, {
        action: 'retention.run',
        about: 'job:retention',
        did: 'deleted what is kept beyond its time',
      }),

    async update(actor: Actor, change: Change): Promise<{ updatedAt: string | null }> {
      // Processes a picture before the transaction, because this takes time.
      const stored = await cleaned(change);
      return db.transaction(async (tx) => {
        const saved = await changeSetting(tx, actor, stored);
        if (stored.key === 'responseTimes') await recomputeDueTimes(tx);
        return saved;
      });
    },
  };

  async function readAll<All>(schema: z.ZodObject): Promise<All> {
    const [rows, versions, times] = await Promise.all([
      db.select().from(settings),
      newestVersions(db),
      changeTimes(db),
    ]);
    const others = rows.filter(({ key }) => !isPageText(key));
    const read = readerOf([...others, ...textSettings(versions)]);
    const changedAt = new Map(others.map((row) => [row.key, row.updatedAt]));
    const entries = Object.keys(schema.shape).map((key) => {
      const at = isPageText(key) ? lastChange(times, key) : changedAt.get(key);
      const value = read(key as keyof typeof settingSchemas);
      return [key, { value, updatedAt: at?.toISOString() ?? null }];
    });
    return Object.fromEntries(entries) as All;
  }
}

/** Replaces one setting, and records the author. `cleaned` must have processed a picture before. */
export async function changeSetting(
  tx: Pick<Database, 'select' | 'insert' | 'delete' | 'execute'>,
  actor: Actor,
  change: Change,
): Promise<{ updatedAt: string | null }> {
  const { key, value, expectedUpdatedAt } = change;
  if (isPageText(key)) return changePageText(tx, actor, { key, value, expectedUpdatedAt });
  const [row] = await tx.select().from(settings).where(eq(settings.key, key)).for('update');
  const known = row?.updatedAt.toISOString() ?? null;
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== known) {
    throw new AppError('CONFLICT', changedMeanwhile);
  }
  const before = row?.value ?? neutralSettings[key];
  const difference = changed({ [key]: before }, { [key]: value });
  if (!difference && row) return { updatedAt: row.updatedAt.toISOString() };
  const updatedAt = new Date();
  // Deletes the row of an empty setting, so that the environment's value applies.
  if (value === null) await tx.delete(settings).where(eq(settings.key, key));
  else {
    await tx
      .insert(settings)
      .values({ key, value, updatedAt })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } });
  }
  await recordAudit(tx, actor, {
    action: 'setting.updated',
    about: `setting:${key}`,
    did: `changed the settings of ${titles[key]}`,
    ...difference,
  });
  return { updatedAt: value === null ? null : updatedAt.toISOString() };
}

/** Replaces a setting with texts of one page, or with texts of all pages. Each page whose texts differ gets a new version. */
async function changePageText(
  tx: Pick<Database, 'select' | 'insert' | 'execute'>,
  actor: Actor,
  change: { key: PageTextSetting; value: unknown; expectedUpdatedAt: string | null | undefined },
): Promise<{ updatedAt: string | null }> {
  const { key, value, expectedUpdatedAt } = change;
  const said: [PageKey, PageText, unknown][] =
    key === 'pages'
      ? [...pageKeys].sort().map((page) => [page, 'words', (value as ChangedTexts)[page]])
      : [[textPages[key], key, value]];
  for (const [page] of said) await lockBuiltInPage(tx, page);
  const known = lastChange(await changeTimes(tx), key)?.toISOString() ?? null;
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== known) {
    throw new AppError('CONFLICT', changedMeanwhile);
  }
  const before: Record<string, unknown> = {};
  let updatedAt = known;
  for (const [page, part, text] of said) {
    const newest = await newestVersion(tx, page);
    before[page] = newest.texts[part];
    const { [part]: _, ...others } = newest.texts;
    const texts = text === undefined ? others : { ...others, [part]: text };
    const added = await addVersion(tx, actor, { page, before: newest, change: { texts } });
    if (added) updatedAt = added.createdAt.toISOString();
  }
  if (updatedAt === known) return { updatedAt };
  const earlier = key === 'pages' ? before : (before[textPages[key]] ?? neutralSettings[key]);
  await recordAudit(tx, actor, {
    action: 'setting.updated',
    about: `setting:${key}`,
    did: `changed the settings of ${titles[key]}`,
    ...changed({ [key]: earlier }, { [key]: value }),
  });
  return { updatedAt };
}

function lastChange(
  times: Awaited<ReturnType<typeof changeTimes>>,
  key: PageTextSetting,
): Date | undefined {
  const part = key === 'pages' ? 'words' : key;
  const own = times.filter((one) => one.part === part).map(({ at }) => at.getTime());
  return own.length > 0 ? new Date(Math.max(...own)) : undefined;
}

type Change = SettingChange | PageTextChange;

/** Returns a change that is safe to store and show. @throws BAD_REQUEST for an invalid picture */
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
  tax: 'tax',
  bank: 'bank statements',
  accounting: 'the accountant',
  responseTimes: 'the response times',
  files: 'the files of clients',
  formFields: 'the fields of the forms',
  testimonials: 'when clients are asked for a testimonial',
  emails: 'the words of emails',
  appearance: 'the colors',
  logo: 'the logo',
  typeface: 'the typeface',
  navigation: 'the navigation',
  pages: 'the words of the pages',
};

export type SettingsAdmin = ReturnType<typeof createSettingsAdmin>;
