import { eq } from 'drizzle-orm';

import { settingSchemas } from '~/contract/settings/settings-schema';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import { neutralSettings } from './default-settings';

export type SettingKey = keyof typeof settingSchemas;

export interface Stored {
  key: string;
  value: unknown;
}

/** Creates a function that parses settings from their rows. Returns the default of a missing or invalid setting. */
export function readerOf(rows: Stored[]) {
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return <K extends SettingKey>(key: K) => {
    const parsed = settingSchemas[key].safeParse(stored.get(key));
    return (parsed.success ? parsed.data : neutralSettings[key]) as (typeof neutralSettings)[K];
  };
}

/** Reads one setting within a transaction. */
export async function readSetting<K extends SettingKey>(tx: Pick<Database, 'select'>, key: K) {
  const rows = await tx
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return readerOf(rows)(key);
}
