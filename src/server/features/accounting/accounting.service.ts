import type { Period } from '~/contract/accounting/accounting';
import type { Accounting } from '~/contract/accounting/accounting-schema';
import type { AccountingSetting } from '~/contract/accounting/datev-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { type Actor, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { type ExportOptions, exportParts } from './export';
import { readSums } from './sums';

interface AccountingSettings extends DocumentSettings {
  getAccounting(): Promise<AccountingSetting>;
}

/** What an accountant needs: the sums of a period, and its documents and payments. */
export function createAccounting(
  db: Database,
  options: ExportOptions & { settings: AccountingSettings },
) {
  const { settings } = options;

  return {
    /** By the day of issue, and for payments and refunds by their own day, in the agency's time zone. */
    async sums({ from, to }: Period): Promise<Accounting> {
      const { timeZone, seller } = await readDocumentContext(settings);
      return readSums(db, { from, to }, { timeZone, country: seller.country });
    },

    /** The documents and payments of a period as a ZIP file, in parts. The download is recorded in the audit log. */
    async export(actor: Actor, { from, to }: Period): Promise<AsyncGenerator<Buffer>> {
      const [{ seller, timeZone }, { datev }] = await Promise.all([
        readDocumentContext(settings),
        settings.getAccounting(),
      ]);
      await record(db, actor, {
        action: 'accounting.exported',
        about: `accounting:${from}:${to}`,
        did: `downloaded the documents and payments from ${from} to ${to}`,
      });
      const isGerman = seller.country === 'DE';
      return exportParts(db, options, {
        period: { from, to },
        timeZone,
        agency: seller.name,
        datev: isGerman ? datev : undefined,
      });
    },
  };
}

export type AccountingService = ReturnType<typeof createAccounting>;
