import type { Actor } from '~/server/platform/audit/audit';

/** Samples that remain of a demo. */
export interface SampleRemains {
  /** Number of samples of each kind, without kinds that have none. */
  counts: { what: string; count: number }[];
  serviceIds: number[];
  /** Settings that still have the text of the sample agency. */
  settingKeys: string[];
}

/** Finds and removes the samples. */
export interface Samples {
  find(): Promise<SampleRemains>;
  /** Removes samples in one transaction. Edited ones are kept. @returns what was removed, one text for each line */
  remove(actor: Actor): Promise<string[]>;
}
