import type { Actor } from '~/server/platform/audit/audit';

/** Samples that are left of a demo. */
export interface SampleRemains {
  /** By kind; kinds of which nothing is left are left out. */
  counts: { what: string; count: number }[];
  serviceIds: number[];
  /** Settings with the text of the sample agency. */
  settingKeys: string[];
}

/** What made the samples knows them, and removes them. */
export interface Samples {
  find(): Promise<SampleRemains>;
  /** In one transaction; what was edited stays. @returns what was removed, a line each */
  remove(actor: Actor): Promise<string[]>;
}
