import { sourceInWords } from '~/contract/leads/came-from';
import { shownFrom } from '~/web/admin/table/shown-from';

/** Source of a lead, in both lists of leads; the search includes it. */
export const sourceColumn = {
  accessor: 'leadSource',
  title: 'Source',
  visibleMediaQuery: shownFrom.broad,
  ellipsis: true,
  width: 150,
  render: ({ leadSource }: { leadSource: string | null }) =>
    leadSource === null ? '–' : sourceInWords(leadSource),
};
