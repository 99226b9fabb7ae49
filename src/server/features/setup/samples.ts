import type { Actor } from '~/server/platform/audit/audit';

/** Remaining samples of a demo. */
export interface SampleRemains {
  /** Number of samples of each kind; omits kinds that have none. */
  counts: { what: string; count: number }[];
  serviceIds: number[];
  /** Settings with the text of the sample agency. */
  settingKeys: string[];
}

/** Finds and removes the samples. */
export interface Samples {
  find(): Promise<SampleRemains>;
  /** In one transaction; edited ones stay. @returns what was removed, a line each */
  remove(actor: Actor): Promise<string[]>;
}
