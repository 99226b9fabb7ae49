import type { Bank } from './features/bank/bank.feature';
import type { Billing } from './features/billing/billing.service';
import { type ContentAdmin, purgeContent } from './features/content/content';
import type { Files } from './features/files/files.service';
import type { Identity } from './features/identity/identity.service';
import type { IncomingMail } from './features/incoming-mail/incoming-mail.feature';
import type { Invoices } from './features/invoices/invoices.service';
import type { Legal } from './features/legal/legal.service';
import type { Bursts } from './features/notifications/bursts';
import { anonymizeDocuments } from './features/personal-data/anonymize-documents';
import type { PersonalDataService } from './features/personal-data/personal-data.service';
import type { ProposalsAdmin } from './features/proposals/proposals.panel';
import type { Proposals } from './features/proposals/proposals.service';
import type { ProposedChanges } from './features/proposed-changes/proposed-changes.service';
import type { RecurringInvoices } from './features/recurring-invoices/recurring-invoices.service';
import type { ResponseTimesService } from './features/response-times/response-times.service';
import { createRetention } from './features/retention/retention.service';
import type { CountedClaimsService } from './features/settings/counted-claims';
import type { Settings } from './features/settings/settings.service';
import type { Webhooks } from './features/webhooks/webhooks.service';
import type { Database } from './platform/db/client';
import type { Presence } from './platform/events/presence';
import { runParts } from './platform/jobs/clean-up';
import { createJobs, type Jobs } from './platform/jobs/jobs';
import type { Log } from './platform/log';
import type { Media } from './platform/media/media';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** All recurring jobs and their intervals. */
export function createProductJobs(
  db: Database,
  services: {
    log: Log;
    personalData: Pick<PersonalDataService, 'writeExports' | 'deleteDue'>;
    settings: Pick<Settings, 'getRetention'>;
    identity: Pick<Identity, 'sweep'>;
    media: Pick<Media, 'deleteUnused'>;
    proposals: Pick<Proposals, 'expire'>;
    invoices: Pick<Invoices, 'runJob'>;
    bursts: Pick<Bursts, 'runJob'>;
    presence: Pick<Presence, 'sweep'>;
    files: Pick<Files, 'runJob'>;
    billing: Pick<Billing, 'reconcile'>;
    legal: Pick<Legal, 'announce'>;
    incomingMail: Pick<IncomingMail, 'runJob'>;
    admin: ContentAdmin & {
      bank: Pick<Bank, 'runJob'>;
      proposals: Pick<ProposalsAdmin, 'purge'>;
      proposedChanges: Pick<ProposedChanges, 'sweep'>;
      recurringInvoices: Pick<RecurringInvoices, 'runJob'>;
      responseTimes: Pick<ResponseTimesService, 'keepFigures' | 'recompute'>;
      countedClaims: Pick<CountedClaimsService, 'count'>;
      webhooks: Pick<Webhooks, 'sweep'>;
    };
  },
): Jobs {
  const { log, personalData, settings, identity, media, proposals, invoices, bursts } = services;
  const { presence, files, billing, legal, incomingMail, admin } = services;
  const retention = createRetention(db, {
    getRetention: () => settings.getRetention(),
    purgeTrash: async (now) =>
      (await purgeContent(admin, now)) + (await admin.proposals.purge(now)),
    anonymizeDocuments: (before) => anonymizeDocuments(db, before),
  });
  return createJobs(db, {
    jobs: [
      {
        name: 'proposed changes',
        everyMs: hourMs,
        run: () => admin.proposedChanges.sweep(),
      },
      // Deletes expired sessions and codes, and announces the expiry of API keys.
      { name: 'sweep', everyMs: hourMs, run: () => identity.sweep() },
      { name: 'retention', everyMs: 24 * hourMs, run: () => retention.run() },
      { name: 'pictures', everyMs: 24 * hourMs, run: () => media.deleteUnused() },
      { name: 'proposals', everyMs: 10 * minuteMs, run: () => proposals.expire() },
      // Runs every minute, so that invoices that are due at a full hour are created on time.
      {
        name: 'recurring invoices',
        everyMs: minuteMs,
        run: () => admin.recurringInvoices.runJob(),
      },
      { name: 'invoices', everyMs: 10 * minuteMs, run: () => invoices.runJob() },
      {
        name: 'response times',
        everyMs: hourMs,
        run: async () => {
          const { recompute, keepFigures } = admin.responseTimes;
          return [...(await runParts({ recompute, keepFigures })).values()].join('');
        },
      },
      // Runs every hour, because days begin in the agency's time zone. The job itself counts only once a day.
      { name: 'claims', everyMs: hourMs, run: () => admin.countedClaims.count() },
      { name: 'threads', everyMs: 10_000, run: () => bursts.runJob() },
      {
        name: 'files',
        everyMs: 10 * minuteMs,
        run: async () => {
          const parts = { presence: presence.sweep, files: files.runJob };
          return [...(await runParts(parts)).values()].join('');
        },
      },
      { name: 'testimonials', everyMs: hourMs, run: () => admin.testimonials.askDue() },
      { name: 'legal texts', everyMs: 10 * minuteMs, run: () => legal.announce() },
      { name: 'data exports', everyMs: 30_000, run: () => personalData.writeExports() },
      { name: 'deletions', everyMs: 10 * minuteMs, run: () => personalData.deleteDue() },
      { name: 'incoming mail', everyMs: hourMs, run: () => incomingMail.runJob() },
      { name: 'bank statements', everyMs: minuteMs, run: () => admin.bank.runJob() },
      { name: 'webhook events', everyMs: 24 * hourMs, run: () => admin.webhooks.sweep() },
      { name: 'payments', everyMs: 30_000, run: () => billing.reconcile() },
    ],
    onFailure: (job, error) => log.error({ err: error, job }, 'a job failed'),
  });
}
