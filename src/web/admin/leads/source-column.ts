import { sourceInWords } from '~/contract/leads/came-from';
import { shownFrom } from '~/web/admin/table/shown-from';

/** Column for the source of a lead, in both lists of leads. The search includes it. */
export const sourceColumn = {
  accessor: 'leadSource',
  title: 'Source',
  visibleMediaQuery: shownFrom.broad,
  ellipsis: true,
  width: 150,
  render: ({ leadSource }: { leadSource: string | null }) =>
    leadSource === null ? '–' : sourceInWords(leadSource),
};
