import { createCluster } from './cluster';
import { emptyOutcome, isGreen, type Outcome, table } from './report';
import * as clock from './scenarios/clock';
import * as database from './scenarios/database';
import * as greedyCallers from './scenarios/greedy-callers';
import * as processes from './scenarios/processes';
import * as stripe from './scenarios/stripe';

const roundsDefault = 20;

const usage = `Breaks what the product depends on while it is written to, and counts what that costs.

  npm run torture                       everything, about eleven minutes
  npm run torture -- WORD …             scenarios whose name holds one of the words
  npm run torture -- --rounds 3         fewer rounds than twenty of each outage`;

/** Environment of every product in the outage suite. Demo mode is off, so that emails are sent and limits apply. */
const production = {
  DEMO_MODE: 'off',
  AUTH_SECRET: 'a secret of the torture suite alone, long enough',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@agency.example',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD: 'a password of the torture suite',
};

export async function main(given: string[]): Promise<number> {
  if (given[0] === greedyCallers.attackFlag) {
    await greedyCallers.attackAlone(given.slice(1));
    return 0;
  }
  const at = given.indexOf('--rounds');
  const rounds = at === -1 ? roundsDefault : Number(given[at + 1]);
  const words = given.filter((_, n) => at === -1 || (n !== at && n !== at + 1));
  if (!Number.isInteger(rounds) || rounds < 1 || words.some((word) => word.startsWith('-'))) {
    process.stdout.write(`${usage}\n`);
    return 2;
  }
  const cluster = await createCluster();
  const scenarios: [name: string, run: () => Promise<Outcome>][] = [
    ...database.names.map(
      (name) =>
        [name, () => database.run(name, cluster, rounds, production)] as [
          string,
          () => Promise<Outcome>,
        ],
    ),
    ...stripe.scenarios(cluster, production),
    ...clock.scenarios(cluster, production),
    ...processes.scenarios(cluster, production, rounds),
    ...greedyCallers.scenarios(cluster, production),
  ];
  const chosen = scenarios.filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const outcomes: Outcome[] = [];
  try {
    for (const [name, run] of chosen) {
      const startedAt = performance.now();
      process.stdout.write(`${name} … `);
      const outcome = await run().catch((error: unknown) => ({
        ...emptyOutcome(name),
        faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }));
      outcomes.push(outcome);
      const took = ((performance.now() - startedAt) / 1000).toFixed(0);
      process.stdout.write(
        `${outcome.skipped ? 'skipped' : isGreen(outcome) ? 'ok' : 'FAILED'}, ${took} s\n`,
      );
      if (outcome.note) process.stdout.write(`  ${outcome.note}\n`);
      for (const fault of outcome.faults) process.stdout.write(`  ${fault}\n`);
    }
  } finally {
    await cluster.remove();
  }
  process.stdout.write(`\n${table(outcomes)}\n\n`);
  const failed = outcomes.filter((one) => !isGreen(one)).length;
  process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`);
  return failed === 0 && outcomes.length > 0 ? 0 : 1;
}
