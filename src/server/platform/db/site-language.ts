import { sql } from 'drizzle-orm';

import { defaultLanguage, type Language } from '~/contract/common/languages';
import { settings } from './schema/settings';

/** SQL for the site's language, which is part of the brand setting. */
export const siteLanguage = sql<Language>`coalesce(
  (select ${settings.value} ->> 'language' from ${settings} where ${settings.key} = 'brand'),
  ${sql.raw(`'${defaultLanguage}'`)}
)`;
