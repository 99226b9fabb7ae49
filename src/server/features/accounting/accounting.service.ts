import type { Period } from '~/contract/accounting/accounting';
import type { Accounting } from '~/contract/accounting/accounting-schema';
import { type AccountingSetting, defaultAccountsOf } from '~/contract/accounting/datev-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { type ExportOptions, exportParts } from './export';
import { readSums } from './sums';

interface AccountingSettings extends DocumentSettings {
  getAccounting(): Promise<AccountingSetting>;
}

/** Creates the data for an accountant: the totals of a period, its documents and its payments. */
export function createAccounting(
  db: Database,
  options: ExportOptions & { settings: AccountingSettings },
) {
  const { settings } = options;

  return {
    /** Sums up documents by their issue date, and payments and refunds by their own date, in the agency's time zone. */
    async sums({ from, to }: Period): Promise<Accounting> {
      const { timeZone, seller } = await readDocumentContext(settings);
      return readSums(db, { from, to }, { timeZone, country: seller.country });
    },

    /** Streams the documents and payments of a period as a ZIP file. Records the download in the audit log. */
    async export(actor: Actor, { from, to }: Period): Promise<AsyncGenerator<Buffer>> {
      const [{ seller, timeZone, tax }, { datev }] = await Promise.all([
        readDocumentContext(settings),
        settings.getAccounting(),
      ]);
      await recordAudit(db, actor, {
        action: 'accounting.exported',
        about: `accounting:${from}:${to}`,
        did: `downloaded the documents and payments from ${from} to ${to}`,
      });
      const isGerman = seller.country === 'DE';
      return exportParts(db, options, {
        period: { from, to },
        timeZone,
        agency: seller.name,
        datev: isGerman
          ? { ...datev, accounts: { ...defaultAccountsOf(tax.scheme), ...datev.accounts } }
          : undefined,
      });
    },
  };
}

export type AccountingService = ReturnType<typeof createAccounting>;
