import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { droppedOf } from '~/contract/documents/missing-billing';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { CompanyField } from '~/web/admin/form/company-field';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';
import { useQuery } from '~/web/lib/queries';

/** Moves all records of one company to another. Lists the records first, because this cannot be undone. */
export function MergeModal({ company, onClose }: { company: CompanyDetail; onClose(): void }) {
  const { companies } = useRouter().options.context.api.admin;
  const { openRecord } = useAdminSearch();
  return (
    <ActionDialog
      title={`Merge ${company.name}`}
      submitLabel="Merge"
      isDangerous
      isReady={({ into }) => into !== null}
      initial={{ into: null as string | null }}
      fields={({ draft, change, errorOf }) => [
        <CompanyField
          key="into"
          label="Into"
          placeholder="Choose a company"
          required
          isFocused
          except={company.id}
          value={draft.into}
          error={errorOf('into')}
          onChange={(into) => change(() => ({ into }))}
        />,
        <DroppedBilling key="dropped" company={company} into={draft.into} />,
      ]}
      input={({ into }) => ({ id: company.id, into: Number(into) })}
      mutation={companies.merge.mutationOptions()}
      outcome={{
        done: ({ name }) => success(`${company.name} merged into ${name}`),
        onDone: ({ id }) => {
          onClose();
          void openRecord(id);
        },
        failed: 'Failed to merge the companies',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        Its people, requests, proposals and invoices move to the other company, which keeps its name
        and billing data, and gets billing data that it lacks. Notes are combined. This can’t be
        undone.
      </Text>
    </ActionDialog>
  );
}

/** Lists the billing data of a company that the target company will not adopt. */
function DroppedBilling({ company, into }: { company: CompanyDetail; into: string | null }) {
  const { companies } = useRouter().options.context.api.admin;
  const { data: target } = useQuery(
    companies.get.queryOptions({ id: Number(into) }, { enabled: into !== null }),
  );
  const dropped = target && into !== null ? droppedOf(target, company) : [];
  if (!target || dropped.length === 0) return null;
  return (
    <Text fz="sm" role="status">
      {target.name} has other billing data. This data of {company.name} will be lost:{' '}
      {dropped.join(', ')}.
    </Text>
  );
}
