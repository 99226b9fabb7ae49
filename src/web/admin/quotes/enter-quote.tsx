import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax, nameMax, phoneMax, textMax } from '~/contract/common/limits';
import { enteredQuoteSchema } from '~/contract/leads/leads-schema';
import { type EnteredSource, enteredSources } from '~/contract/leads/quote-sources';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { OtherQuote, sameWords } from '~/web/admin/leads/quote-merging';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

const sourceNames: Record<EnteredSource, string> = {
  phone: 'Phone',
  event: 'Event',
  referral: 'Referral',
  other: 'Other',
};

/** Form for a lead that did not come from a form of the site. */
export function EnterQuote({ onClose }: { onClose(): void }) {
  const { quotes } = useRouter().options.context.api.admin;
  const { change: go } = useAdminSearch();
  return (
    <ActionDialog
      title="Add lead"
      size="lg"
      submitLabel="Save lead"
      keepAs="enter-quote"
      initial={{
        name: '',
        phone: '',
        email: '',
        company: '',
        projectDetails: '',
        source: 'phone' as EnteredSource,
      }}
      fields={({ draft }) => [
        [
          { name: 'name', label: 'Name', required: true, maxLength: nameMax },
          { name: 'company', label: 'Company', maxLength: companyMax },
        ],
        [
          { name: 'phone', label: 'Phone', type: 'tel', maxLength: phoneMax },
          { name: 'email', label: 'Email', type: 'email', maxLength: emailMax },
        ],
        <Similar key="similar" fields={draft} />,
        {
          kind: 'area',
          name: 'projectDetails',
          label: 'Project details',
          required: true,
          minRows: 3,
          maxLength: textMax,
        },
        {
          kind: 'select',
          name: 'source',
          label: 'Source',
          options: enteredSources.map((value) => ({ value, label: sourceNames[value] })),
        },
      ]}
      schema={enteredQuoteSchema}
      input={(draft) => draft}
      mutation={quotes.enter.mutationOptions()}
      outcome={{
        done: ({ name }) => success(`Lead ${name} saved`),
        // Replaces the form in the history, because Back would otherwise open it again.
        onDone: ({ id }) => void go({ open: id }, true),
        failed: 'Failed to save the lead',
      }}
      onClose={onClose}
    />
  );
}

const askAfterMs = 400;

/** Lists quotes that may be from the same sender, while a new one is entered. */
function Similar({ fields }: { fields: { email: string; phone: string; company: string } }) {
  const { api } = useRouter().options.context;
  const { email, phone, company } = fields;
  const [typed] = useDebouncedValue(JSON.stringify({ email, phone, company }), askAfterMs);
  const { data = [] } = useQuery(
    api.admin.quotes.similar.queryOptions(JSON.parse(typed), {
      enabled: Object.values(JSON.parse(typed) as object).some(Boolean),
    }),
  );
  if (data.length === 0) return null;
  return (
    <section aria-label="Asked before" role="status">
      <Text fz="sm" fw={600}>
        Possible duplicates
      </Text>
      {data.map(({ id, name, same, serviceName, createdAt }) => (
        <OtherQuote
          key={id}
          id={id}
          name={name}
          facts={
            <>
              {[sameWords[same], serviceName].filter(Boolean).join(', ')}, <When at={createdAt} />
            </>
          }
        />
      ))}
    </section>
  );
}
