import { and, count, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';

import { formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { dateIn } from '~/contract/common/dates';
import { missingOfSeller } from '~/contract/documents/billing-address';
import type { DatabaseLine } from '~/contract/setup/setup-schema';
import { shown } from '~/server/features/content/services/services.service';
import { hasSecondFactor } from '~/server/features/identity/admin-accounts';
import { nameOfUser } from '~/server/features/identity/users';
import type { Legal } from '~/server/features/legal/legal.service';
import { readWaiting } from '~/server/features/recurring-invoices/waiting';
import { readerOf } from '~/server/features/settings/read-setting';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { services } from '~/server/platform/db/schema/services';
import { settings } from '~/server/platform/db/schema/settings';
import type { SampleRemains, Samples } from './samples';

const dayMs = 24 * 60 * 60_000;
const backupDays = 7;

type Read = ReturnType<typeof readerOf>;

const sizeOf = (bytes: number): string => {
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${megabytes.toFixed(1)} MB`;
};

function samplesLine({ counts }: SampleRemains): DatabaseLine {
  const id = 'samples';
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  if (total === 0) return { id, state: 'done', found: 'No samples are left.', notes: [] };
  return {
    id,
    state: 'todo',
    found: total === 1 ? 'One sample is left.' : `${total} samples are left.`,
    notes: counts.map((one) => `${one.count} ${one.what}`),
  };
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** Returns the task about the agency's identity: its name and logo. */
function nameLine(read: Read, isSample: (key: string) => boolean): DatabaseLine {
  const { name } = read('brand');
  const parts = [
    { what: 'a name', isThere: name !== '' && !isSample('brand') },
    { what: 'a logo', isThere: read('logo') !== null },
  ];
  const missing = parts.filter(({ isThere }) => !isThere).map(({ what }) => what);
  if (missing.length === 0) {
    return {
      id: 'name',
      state: 'done',
      found: `The site is named ${name}, and has its logo.`,
      notes: [],
    };
  }
  const sample = isSample('brand') ? ` “${name}” is the name of the sample.` : '';
  const found = `The agency has not been given ${listOf(missing)}.${sample}`;
  return { id: 'name', state: 'todo', found, notes: [] };
}

function contactLine(read: Read, isSample: (key: string) => boolean): DatabaseLine {
  const { email, phone } = read('contact');
  if (email === '' || isSample('contact')) {
    const found = isSample('contact')
      ? 'The contact details are those of the sample.'
      : 'There is no contact address yet: visitors cannot write to you by mail.';
    return { id: 'contact', state: 'todo', found, notes: [] };
  }
  return {
    id: 'contact',
    state: 'done',
    found: `Visitors reach you at ${email}${phone ? ` and ${phone}` : ''}.`,
    notes: [],
  };
}

/** Returns the task about seller, taxes and payments on invoices. */
function invoicesLine(read: Read, isSample: (key: string) => boolean): DatabaseLine {
  const id = 'invoices';
  const seller = read('seller');
  const address = seller.address.length > 0 ? seller.address : read('contact').address;
  if (isSample('seller')) {
    const found = 'The details on invoices are those of the sample.';
    return { id, state: 'todo', found, notes: [] };
  }
  const missing = missingOfSeller({ ...seller, address }, read('tax'));
  const isPayable = seller.iban !== '' || seller.paymentDetails.length > 0;
  const notes = isPayable ? [] : ['No bank account is set: clients cannot pay by transfer.'];
  if (missing.length > 0) {
    const found = 'Your invoices are not complete yet.';
    return { id, state: 'todo', found, notes: [...missing.map((one) => `${one}.`), ...notes] };
  }
  const found = `Invoices name ${seller.name || read('brand').legalName || read('brand').name} as the seller.`;
  return { id, state: isPayable ? 'done' : 'todo', found, notes };
}

async function serviceLine(
  db: Pick<Database, 'select'>,
  { serviceIds }: SampleRemains,
): Promise<DatabaseLine> {
  const own = serviceIds.length > 0 ? notInArray(services.id, serviceIds) : undefined;
  const [row] = await db.select({ value: count() }).from(services).where(and(shown, own));
  const n = row?.value ?? 0;
  if (n === 0) {
    const found = 'No service of your own is published yet.';
    return { id: 'service', state: 'todo', found, notes: [] };
  }
  const found =
    n === 1 ? 'One service of your own is published.' : `${n} services of your own are published.`;
  return { id: 'service', state: 'done', found, notes: [] };
}

function legalLine(read: Read, digest: string, editedAt: Date | undefined): DatabaseLine {
  const review = read('legalReview');
  const texts = 'The privacy policy, the terms and the cookie policy';
  const { timeZone } = read('responseTimes');
  const edited = editedAt
    ? `Last edited on ${dateInWords(dateIn(timeZone, editedAt))}.`
    : 'They are as the product came with them.';
  if (!review) {
    const found = `${texts} have not been confirmed.`;
    const notes = [
      `Read them, have them checked where you need that, and confirm that they fit. ${edited}`,
    ];
    return { id: 'legal', state: 'todo', found, notes };
  }
  const on = dateInWords(dateIn(timeZone, new Date(review.reviewedAt)));
  const was = `${review.reviewedBy} confirmed them on ${on}`;
  if (review.digest !== digest) {
    const found = `${texts} have changed since ${was}.`;
    const notes = [`A new version, or a setting that is in them, has changed them. ${edited}`];
    return { id: 'legal', state: 'attention', found, notes };
  }
  return { id: 'legal', state: 'done', found: `${texts} are right: ${was}.`, notes: [] };
}

async function secondFactorLine(db: Pick<Database, 'select'>): Promise<DatabaseLine> {
  const owners = await db
    .select({ firstName: users.firstName, lastName: users.lastName, isProtected: hasSecondFactor })
    .from(users)
    .where(
      and(eq(users.adminRole, 'owner'), isNull(users.disabledAt), isNotNull(users.passwordHash)),
    )
    .orderBy(users.createdAt);
  const without = owners.filter(({ isProtected }) => !isProtected).map(nameOfUser);
  if (without.length === 0) {
    const found =
      owners.length === 1 ? 'The owner has a second factor.' : 'Every owner has a second factor.';
    return { id: 'secondFactor', state: 'done', found, notes: [] };
  }
  const who = listOf(without);
  const found = `${who} ${without.length === 1 ? 'has' : 'have'} no second factor: a password that leaks opens everything.`;
  return { id: 'secondFactor', state: 'todo', found, notes: [] };
}

function backupLine(read: Read, now: Date): DatabaseLine {
  const id = 'backup';
  const last = read('lastBackup');
  const unseen = 'Backups made by a database service cannot be seen from here.';
  const command = 'Run npm run backup -- FILE, or deploy/backup.sh every night (docs/deploy.md).';
  if (!last) {
    const found = 'No backup of this database is known.';
    return { id, state: 'todo', found, notes: [command, unseen] };
  }
  const days = Math.floor((now.getTime() - Date.parse(last.finishedAt)) / dayMs);
  const { timeZone } = read('responseTimes');
  const on = dateInWords(dateIn(timeZone, new Date(last.finishedAt)));
  const found = `The last known backup ended on ${on} and has ${sizeOf(last.bytes)}.`;
  return days < backupDays
    ? { id, state: 'done', found, notes: [] }
    : {
        id,
        state: 'attention',
        found: `${found} That is ${days} days ago.`,
        notes: [command, unseen],
      };
}

/**
 * Returns the task about invoices that were missed while the server was not running. An admin decides whether to create
 * them.
 */
async function recurringLine(db: Pick<Database, 'select'>): Promise<DatabaseLine> {
  const id = 'recurring';
  const { missed, sums, clients, others, paused } = await readWaiting(db);
  const notes = paused.map(({ clientName, reason }) => `Paused for ${clientName}: ${reason}.`);
  if (missed === 0) {
    const isHeld = paused.length > 0;
    const found = isHeld ? 'An invoice cannot be made.' : 'No recurring invoice was missed.';
    return { id, state: isHeld ? 'attention' : 'done', found, notes };
  }
  const what =
    missed === 1 ? 'One invoice is past its day' : `${missed} invoices are past their days`;
  const sum = listOf(sums.map(({ cents, currency }) => formatCents(cents, currency)));
  const names = others > 0 ? [...clients, `${others} more`] : clients;
  const found = `${what} and not made: ${sum} for ${listOf(names)}.`;
  const ask = 'Issue each of them, keep it as a draft, or skip it. New ones are made meanwhile.';
  return { id, state: 'attention', found, notes: [ask, ...notes] };
}

/** Returns the tasks whose state depends only on the database, and the legal texts to which one of them refers. */
export async function readDatabaseLines(
  db: Pick<Database, 'select'>,
  options: {
    samples: Pick<Samples, 'find'>;
    legal: Pick<Legal, 'digest' | 'editedAt'>;
  },
  now = new Date(),
): Promise<{ lines: DatabaseLine[]; legalDigest: string }> {
  const { samples } = options;
  const [remains, rows, digest, editedAt, secondFactor, recurring] = await Promise.all([
    samples.find(),
    db.select({ key: settings.key, value: settings.value }).from(settings),
    options.legal.digest(),
    options.legal.editedAt(),
    secondFactorLine(db),
    recurringLine(db),
  ]);
  const read = readerOf(rows);
  const isSample = (key: string) => remains.settingKeys.includes(key);
  return {
    lines: [
      samplesLine(remains),
      nameLine(read, isSample),
      contactLine(read, isSample),
      invoicesLine(read, isSample),
      await serviceLine(db, remains),
      legalLine(read, digest, editedAt),
      secondFactor,
      backupLine(read, now),
      recurring,
    ],
    legalDigest: digest,
  };
}
