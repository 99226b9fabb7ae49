import { createBank } from './features/bank/bank.feature';
import type { StatementReader } from './features/bank/reading/read-statement';
import type { Invoices } from './features/invoices/invoices.service';
import type { Settings } from './features/settings/settings.service';
import type { Database } from './platform/db/client';
import type { Log } from './platform/log';
import type { Mailer } from './platform/mail/mailer';

/** Services for bank statements, whose entries are booked as payments of invoices. */
export const createBanking = (
  db: Database,
  services: {
    log: Log;
    settings: Pick<Settings, 'getBank' | 'getSeller' | 'getPublic'>;
    mailer: Mailer;
    invoices: Pick<Invoices, 'prepare' | 'cancelClosedSoon'>;
    reader: StatementReader;
  },
) => {
  const { log, settings, mailer, invoices, reader } = services;
  return createBank(db, {
    reader,
    mailer,
    prepareInvoices: () => invoices.prepare(),
    cancelClosedSoon: () => invoices.cancelClosedSoon(),
    getBooksSure: async () => (await settings.getBank()).bookSureMatches,
    getDefaults: async () => {
      const [seller, { currency }] = await Promise.all([
        settings.getSeller(),
        settings.getPublic(),
      ]);
      return { account: seller.iban, currency, isMonthFirst: seller.country === 'US' };
    },
    onFailure: (about, error) => log.error({ err: error, about }, 'a bank entry was not booked'),
  });
};
