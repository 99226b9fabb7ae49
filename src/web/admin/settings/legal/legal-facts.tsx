import type { LegalSummary } from '~/contract/legal/legal-schema';
import { When } from '~/web/admin/ui/when';
import { versionName } from './legal-words';

/** Shows the current version, the upcoming version and who last edited the text. */
export function LegalFacts({ page }: { page: LegalSummary }) {
  const { version, effectiveOn, upcoming, editedAt } = page;
  return (
    <p className="legal-facts">
      {page.isPublished && (
        <span>
          Version {version} has been effective since <When at={effectiveOn} isDate />
        </span>
      )}
      {!page.isPublished && version && (
        <span>
          Withdrawn since <When at={effectiveOn} isDate />
        </span>
      )}
      {upcoming && (
        <span>
          {page.isToBeWithdrawn
            ? 'Withdrawn'
            : `Version ${versionName(upcoming.version)} is effective`}{' '}
          from <When at={upcoming.effectiveOn} isDate />
        </span>
      )}
      {editedAt ? (
        <span>
          Last edited by {page.editedBy}, <When at={editedAt} />
        </span>
      ) : (
        <span>{page.isDefault ? 'Default text' : 'Starts with a template'}</span>
      )}
    </p>
  );
}
