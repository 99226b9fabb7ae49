import type { Actor } from '~/server/platform/audit/audit';

/** Samples that are left from a demo. */
export interface SampleRemains {
  /** Number of samples of each kind. Omits kinds without samples. */
  counts: { what: string; count: number }[];
  serviceIds: number[];
  /** Settings that still have the text of the sample agency. */
  settingKeys: string[];
}

/** Finds and removes the samples. */
export interface Samples {
  find(): Promise<SampleRemains>;
  /** Removes samples in one transaction, except edited ones. @returns what was removed, one text for each line */
  remove(actor: Actor): Promise<string[]>;
}
