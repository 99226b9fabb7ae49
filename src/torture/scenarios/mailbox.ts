import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import type postgres from 'postgres';

import { startSmtp } from '~/testing/smtp';
import {
  auditLetters,
  findPeople,
  inboundEnv,
  type Mailbox,
  startMailbox,
  startWriting,
  untilTaken,
  type Writing,
} from '~/torture/answering-mails';
import { scratch, type TortureCluster } from '~/torture/cluster';
import { audit, type Load, startLoad } from '~/torture/load';
import { type MailDoor, type Moment, openMailDoor } from '~/torture/mail-door';
import { addLoad, emptyOutcome, type Outcome } from '~/torture/report';
import { type Subject, signIn, startSubject } from '~/torture/subject';

/** One of the two instances, with a way of its own to the mail server: by it one knows which of them watches. */
interface Instance {
  subject: Subject;
  door: MailDoor;
  start(): Promise<Subject>;
}

interface Scene {
  outcome: Outcome;
  mailbox: Mailbox;
  instances: [Instance, Instance];
  writing: Writing;
  load: Load;
  sql: postgres.Sql;
}

const awayMs = 5_000;
const momentWithinMs = 30_000;

/** The lease of `mailbox-watch.ts`, how often the other instance asks for it, and what it takes to connect. */
const takenOverWithinMs = 60_000 + 20_000 + 5_000;

async function until(condition: () => boolean, withinMs: number, what: string): Promise<void> {
  for (const startedAt = performance.now(); !condition(); await delay(20)) {
    if (performance.now() - startedAt > withinMs) throw new Error(`${what} within ${withinMs} ms`);
  }
}

/** Two instances, mails for both of their doors, and leads. */
async function run(
  name: string,
  options: {
    cluster: TortureCluster;
    env: Record<string, string>;
    database: string;
    byWebhook: boolean;
    /** @returns what to say of it */
    act(scene: Scene): Promise<string>;
  },
): Promise<Outcome> {
  const outcome = emptyOutcome(name);
  const url = await options.cluster.createDatabase(options.database);
  const sql = options.cluster.sql(options.database);
  const smtp = await startSmtp();
  const mailbox = await startMailbox();
  const folders: string[] = [];
  const instances: Instance[] = [];
  try {
    for (let n = 0; n < 2; n += 1) {
      const folder = await scratch();
      folders.push(folder);
      const door = await openMailDoor(mailbox.port);
      const env = {
        ...options.env,
        ...inboundEnv,
        DATABASE_URL: url,
        SMTP_URL: smtp.url,
        INBOUND_IMAP_URL: `imap://hello:secret@127.0.0.1:${door.port}`,
      };
      const start = () => startSubject({ folder, env });
      instances.push({ subject: await start(), door, start });
    }
    const [one, two] = instances;
    if (!one || !two) throw new Error('there are no two instances');
    const site = one.subject.url;
    const cookie = await signIn(site, options.env);
    const people = await findPeople(site, { cookie, smtp });
    const load = startLoad(site, 2);
    const living = () =>
      (Math.random() < 0.5 ? [one, two] : [two, one]).find(({ subject }) => !subject.hasExited())
        ?.subject.url ?? site;
    const writing = startWriting({
      ...{ mailbox, people, outcome },
      ...(options.byWebhook && { webhook: living }),
    });
    try {
      await untilTaken(sql, writing);
      const said = await options.act({
        ...{ outcome, mailbox, writing, load, sql },
        instances: [one, two],
      });
      outcome.note = `with ${mailbox.name}: ${writing.letters.length} mails, ${said}`;
    } finally {
      await writing.stop();
      await load.stop();
    }
    addLoad(outcome, load.report);
    Object.assign(outcome, await audit(sql, load.report));
    await auditLetters(sql, { mailbox, letters: writing.letters, outcome });
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  for (const { subject } of instances) {
    if (subject.hasExited()) outcome.exits += 1;
    else if ((await subject.stop()) !== 0) outcome.faults.push('it did not stop cleanly');
  }
  for (const { door } of instances) await door.close();
  await sql.end();
  await mailbox.stop();
  await smtp.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  return outcome;
}

/** Resolves once it was done at such a moment, of whichever instance comes to it first. */
async function atMoment(
  instances: readonly Instance[],
  moment: Moment,
  act: (struck: Instance) => void,
): Promise<void> {
  let isStruck = false;
  const undo = instances.map((instance) =>
    instance.door.strikeAt(moment, () => {
      if (isStruck) return;
      isStruck = true;
      act(instance);
    }),
  );
  try {
    await until(() => isStruck, momentWithinMs, `no connection came to the moment "${moment}"`);
  } finally {
    for (const one of undo) one();
  }
}

const cuts: Moment[] = ['fetching', 'stored', 'moved'];

/** The mail server stops, refuses, says nothing, and is cut off in the middle of a mail, again and again. */
async function goAway({ outcome, mailbox, instances, writing, sql }: Scene): Promise<string> {
  const doors = instances.map(({ door }) => door);
  const inTurn: (() => Promise<void>)[] = [
    async () => {
      await mailbox.away();
      await delay(awayMs);
      await mailbox.back();
    },
    async () => {
      for (const door of doors) await door.close();
      await delay(awayMs);
      for (const door of doors) await door.open();
    },
    async () => {
      for (const door of doors) door.hang();
      await delay(awayMs);
      for (const door of doors) await door.open();
    },
  ];
  for (const round of [0, 1]) {
    for (const [n, away] of inTurn.entries()) {
      const moment = cuts[(n + round) % cuts.length];
      if (moment) await atMoment(instances, moment, () => {});
      outcome.recoveries.push(await untilTaken(sql, writing));
      await away();
      outcome.recoveries.push(await untilTaken(sql, writing));
      outcome.rounds += 2;
    }
  }
  return `${inTurn.length * 2} times away, ${inTurn.length * 2} cuts within a mail`;
}

/** Resolves to the instance that watches the mailbox. */
async function watcherOf(instances: readonly Instance[], withinMs: number): Promise<Instance> {
  const watchers = () => instances.filter(({ door }) => door.connections() > 0);
  await until(() => watchers().length === 1, withinMs, 'not one instance watched the mailbox');
  const [watcher] = watchers();
  if (!watcher) throw new Error('no instance watches the mailbox');
  return watcher;
}

/** Holds up the transactions that make messages, until one waits, and does something then. */
async function whileWorking(sql: postgres.Sql, act: () => void): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table request_messages in share row exclusive mode`;
    for (let left = momentWithinMs / 20; left > 0; left -= 1) {
      const [row] = await sql`
        select count(*)::int as n from pg_locks
        where relation = 'request_messages'::regclass and not granted`;
      if (row?.n > 0) {
        await delay(Math.random() * 200);
        act();
        return;
      }
      await delay(20);
    }
    throw new Error('no mail was worked on');
  });
}

const kills = [
  { at: 'stored', isLeaseAwaited: true },
  { at: 'working' },
  { at: 'fetching' },
  { at: 'moved' },
  { at: 'any' },
  { at: 'working' },
  { at: 'stored' },
  { at: 'any', isLeaseAwaited: true },
] as const satisfies { at: Moment | 'working' | 'any'; isLeaseAwaited?: true }[];

/** The instance that watches is killed at each moment of a mail, and started again. */
async function killWatcher({ outcome, instances, writing, load, sql }: Scene): Promise<string> {
  const takenOver: number[] = [];
  for (const kill of kills) {
    const victim = await watcherOf(instances, takenOverWithinMs);
    const [other] = instances.filter((one) => one !== victim);
    if (!other) throw new Error('there is no other instance');
    load.moveTo(other.subject.url);
    const end = () => void victim.subject.child.kill('SIGKILL');
    if (kill.at === 'working') await whileWorking(sql, end);
    else if (kill.at === 'any') await delay(Math.random() * 1_500).then(end);
    else await atMoment([victim], kill.at, end);
    const killedAt = performance.now();
    await victim.subject.exit;
    if ('isLeaseAwaited' in kill) {
      const isTakenOver = () => other.door.connections() > 0;
      await until(isTakenOver, takenOverWithinMs, 'the other instance did not take over');
      takenOver.push(performance.now() - killedAt);
      victim.subject = await victim.start();
    } else {
      // What is left of the lease is cut short: that it is kept is seen in the other rounds.
      await sql`update mailbox_watch set held_until = now()`;
      victim.subject = await victim.start();
    }
    await untilTaken(sql, writing);
    outcome.recoveries.push(performance.now() - killedAt);
    outcome.rounds += 1;
  }
  const seconds = takenOver.map((ms) => Math.round(ms / 1000)).join(' and ');
  return `${kills.length} kills, taken over after ${seconds} s by its lease`;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] => {
  const away = 'mailbox away';
  const killed = 'mailbox, killed while fetching mail';
  return [
    [
      away,
      () => run(away, { cluster, env, database: 'mailbox_away', byWebhook: false, act: goAway }),
    ],
    [
      killed,
      () =>
        run(killed, {
          cluster,
          env,
          database: 'mailbox_killed',
          byWebhook: true,
          act: killWatcher,
        }),
    ],
  ];
};
