import type { LoadReport } from './load';

export interface Outcome {
  scenario: string;
  rounds: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  /** Number of responses other than 2xx, 4xx and 503, by status. */
  odd: Map<number, number>;
  unanswered: number;
  /** Milliseconds from the end of each outage to the first acknowledged write. */
  recoveries: number[];
  /** Number of unexpected exits of the product. */
  exits: number;
  memory?: { before: number; after: number };
  /** Other problems; empty if there were none. */
  faults: string[];
  /** Other information, also about a run without problems. */
  note?: string;
  skipped?: string;
}

export function emptyOutcome(scenario: string): Outcome {
  return {
    scenario,
    rounds: 0,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    odd: new Map(),
    unanswered: 0,
    recoveries: [],
    exits: 0,
    faults: [],
  };
}

/** Adds the observations of a load to an outcome. */
export function addLoad(outcome: Outcome, report: LoadReport): void {
  outcome.acknowledged += report.acknowledged.size;
  outcome.unanswered += report.unanswered;
  for (const [status, count] of report.statuses) {
    if ((status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 503)
      continue;
    outcome.odd.set(status, (outcome.odd.get(status) ?? 0) + count);
  }
}

// Maximum ratio of memory sizes. Without a leak, Node's heap alternates between two sizes with a factor of 1.4.
const memoryRatioMax = 1.5;
const ratioOf = ({ memory }: Outcome) => (memory ? memory.after / memory.before : undefined);

export function isGreen(outcome: Outcome): boolean {
  if (outcome.skipped) return true;
  const ratio = ratioOf(outcome);
  return (
    outcome.lost === 0 &&
    outcome.duplicated === 0 &&
    outcome.odd.size === 0 &&
    outcome.exits === 0 &&
    outcome.faults.length === 0 &&
    (ratio === undefined || ratio <= memoryRatioMax)
  );
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function recoveryOf({ recoveries }: Outcome): string {
  if (recoveries.length === 0) return '';
  const sorted = [...recoveries].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${seconds(median)} / ${seconds(sorted.at(-1) ?? 0)}`;
}

/** Formats the outcomes as a table for a terminal. */
export function table(outcomes: readonly Outcome[]): string {
  const head = [
    'scenario',
    'rounds',
    'acknowledged',
    'lost',
    'twice',
    'odd answers',
    'unanswered',
    'recovery s (median / longest)',
    'exits',
    'MiB before / after',
    '',
  ];
  const rows = outcomes.map((one) => {
    if (one.skipped) return [one.scenario, ...Array<string>(9).fill(''), `skipped: ${one.skipped}`];
    const ratio = ratioOf(one);
    return [
      one.scenario,
      String(one.rounds),
      String(one.acknowledged),
      String(one.lost),
      String(one.duplicated),
      [...one.odd].map(([status, count]) => `${count} × ${status}`).join(', ') || '0',
      String(one.unanswered),
      recoveryOf(one),
      String(one.exits),
      one.memory && ratio
        ? `${mebibytes(one.memory.before)} / ${mebibytes(one.memory.after)} (${ratio.toFixed(2)})`
        : '',
      `${isGreen(one) ? 'ok' : 'FAILED'} ${[one.note ?? [], one.faults].flat().join('; ')}`.trim(),
    ];
  });
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
