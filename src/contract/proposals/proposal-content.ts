import type { Due } from '~/contract/documents/documents';
import type { FrozenSeller } from '~/contract/documents/documents-schema';
import type { Discount, LineItem } from '~/contract/documents/money';

interface ProposalItem extends LineItem {
  description: string;
  detail?: string | undefined;
  unit?: string | undefined;
  optional: boolean;
}

export interface SchedulePart {
  label: string;
  percent: string;
  due: Due;
}

/** All that a proposal shows: what its hash is made of. */
export interface ProposalContent {
  title: string;
  client: { name: string; email: string; company?: string | undefined };
  intro: string;
  items: ProposalItem[];
  discount: Discount | null;
  schedule: SchedulePart[];
  terms: string;
  validUntil: string;
  currency: string;
  /** Frozen when it is sent. */
  seller: FrozenSeller;
}

/** What a template keeps of a proposal: nothing of its client, and no date. */
export type TemplateContent = Pick<
  ProposalContent,
  'title' | 'intro' | 'items' | 'discount' | 'schedule' | 'terms' | 'currency'
>;
