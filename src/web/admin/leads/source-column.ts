import { sourceInWords } from '~/contract/leads/came-from';
import { shownFrom } from '~/web/admin/table/shown-from';

/** Where a lead came from, in both lists of leads; the search finds it, too. */
export const sourceColumn = {
  accessor: 'leadSource',
  title: 'Source',
  visibleMediaQuery: shownFrom.broad,
  ellipsis: true,
  width: 150,
  render: ({ leadSource }: { leadSource: string | null }) =>
    leadSource === null ? '–' : sourceInWords(leadSource),
};
