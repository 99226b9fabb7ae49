import type { ReadEntry } from '~/server/features/bank/reading/read-result';
import { isNamedIn, isSameName, wordsOf } from './names';
import { createNumberFinder } from './numbers';

/** An issued invoice that entries are compared with. */
export interface Payable {
  id: number;
  number: string;
  currency: string;
  /** Amount outstanding; 0 if paid. */
  remainingCents: number;
  /** ISO date. */
  issueDate: string;
  /** Names of the client: person and company. */
  names: readonly string[];
}

export interface Part {
  invoiceId: number;
  cents: number;
}

/**
 * Invoices that an entry probably pays. `exact`: the entry pays the outstanding amount, to the cent. `part`: the entry
 * pays less. `over`: the entry pays more, which is an overpayment.
 */
export interface Match {
  by: 'number' | 'name';
  fit: 'exact' | 'part' | 'over';
  /**
   * True if the entry names exactly one open invoice, pays exactly the outstanding amount, and is not dated before the
   * invoice.
   */
  isSure: boolean;
  parts: Part[];
}

type Compared = Pick<
  ReadEntry,
  'bookedOn' | 'cents' | 'currency' | 'name' | 'reference' | 'endToEndId'
>;

/** Creates the matching of entries with invoices: by the numbers in their text, then by name and amount. */
export function createMatcher(
  invoices: readonly Payable[],
): (entry: Compared) => Match | undefined {
  const find = createNumberFinder(invoices);
  const open = invoices.filter(({ remainingCents }) => remainingCents > 0);
  const bySum = groupedBy(open, ({ currency, remainingCents }) => `${currency} ${remainingCents}`);
  const named = new Map(open.map((one) => [one.id, one.names.map(wordsOf)]));
  const ofClients = groupsOf(open);

  function byNumber(entry: Compared): Match | undefined {
    const all = find(`${entry.reference}\n${entry.endToEndId}`);
    const found = all.filter(({ currency }) => currency === entry.currency);
    const [first] = found;
    if (!first) return undefined;
    if (found.length === 1) {
      const { id, remainingCents, issueDate } = first;
      const fit = fitOf(entry.cents, remainingCents);
      const isSure = fit === 'exact' && all.length === 1 && entry.bookedOn >= issueDate;
      return { by: 'number', fit, isSure, parts: [{ invoiceId: id, cents: entry.cents }] };
    }
    return { by: 'number', isSure: false, ...divided(entry.cents, found) };
  }

  function byName(entry: Compared): Match | undefined {
    const who = wordsOf(entry.name);
    const said = who.size === 0 ? wordsOf(entry.reference) : who;
    const isTheirs = ({ id }: Payable) =>
      (named.get(id) ?? []).some((words) =>
        who.size === 0 ? isNamedIn(words, said) : isSameName(words, said),
      );
    const key = `${entry.currency} ${entry.cents}`;
    const one = bySum.get(key)?.find(isTheirs);
    if (one) {
      const parts = [{ invoiceId: one.id, cents: entry.cents }];
      return { by: 'name', fit: 'exact', isSure: false, parts };
    }
    const group = ofClients.get(key)?.find(([first]) => first && isTheirs(first));
    if (!group) return undefined;
    return { by: 'name', isSure: false, ...divided(entry.cents, group) };
  }

  return (entry) => byNumber(entry) ?? byName(entry);
}

function fitOf(cents: number, remaining: number): Match['fit'] {
  if (cents === remaining) return 'exact';
  return cents < remaining ? 'part' : 'over';
}

/** Divides an amount among invoices in the order in which the text names them. The last invoice gets any excess. */
function divided(cents: number, invoices: readonly Payable[]): Pick<Match, 'fit' | 'parts'> {
  const fit = fitOf(
    cents,
    invoices.reduce((sum, one) => sum + one.remainingCents, 0),
  );
  let left = cents;
  const parts: Part[] = [];
  for (const { id, remainingCents } of invoices) {
    const share = Math.min(left, remainingCents);
    if (share > 0) parts.push({ invoiceId: id, cents: share });
    left -= share;
  }
  const last = parts.at(-1);
  if (last) last.cents += left;
  else if (invoices[0]) parts.push({ invoiceId: invoices[0].id, cents });
  return { fit, parts };
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Groups the open invoices of each client by their total, because one transfer often pays all of them. */
function groupsOf(open: readonly Payable[]): Map<string, Payable[][]> {
  const nameOf = (one: Payable) =>
    [...wordsOf(one.names.findLast((name) => name !== '') ?? '')].sort().join(' ');
  const clients = groupedBy(open, (one) => `${one.currency} ${nameOf(one)}`);
  const groups = [...clients.values()].filter((group) => group.length > 1);
  return groupedBy(groups, (group) => {
    const sum = group.reduce((cents, one) => cents + one.remainingCents, 0);
    return `${group[0]?.currency} ${sum}`;
  });
}
