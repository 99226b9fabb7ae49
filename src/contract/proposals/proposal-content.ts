import type { Due } from '~/contract/documents/documents';
import type { BuyerOverrides, FrozenSeller } from '~/contract/documents/documents-schema';
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

/** Complete content of a proposal, from which its hash is computed. */
export interface ProposalContent {
  title: string;
  client: {
    name: string;
    email: string;
    company?: string | undefined;
    /** ISO 3166 code. */
    country?: string | undefined;
  };
  intro: string;
  items: ProposalItem[];
  discount: Discount | null;
  schedule: SchedulePart[];
  terms: string;
  validUntil: string;
  currency: string;
  /** The seller, frozen when the proposal is sent. */
  seller: FrozenSeller;
}

/**
 * Client data in which a proposal deliberately differs from its client's record; an empty field is left out of the
 * proposal.
 */
export type ClientOverrides = Pick<BuyerOverrides, 'name' | 'company' | 'country'>;

/** Content of a template, which has neither a client nor dates. */
export type TemplateContent = Pick<
  ProposalContent,
  'title' | 'intro' | 'items' | 'discount' | 'schedule' | 'terms' | 'currency'
>;
