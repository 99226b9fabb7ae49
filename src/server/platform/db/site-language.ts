import { sql } from 'drizzle-orm';

import { defaultLanguage, type Language } from '~/contract/common/languages';
import { settings } from './schema/settings';

/** The language of the site, in SQL: that of the brand's setting. */
export const siteLanguage = sql<Language>`coalesce(
  (select ${settings.value} ->> 'language' from ${settings} where ${settings.key} = 'brand'),
  ${sql.raw(`'${defaultLanguage}'`)}
)`;
