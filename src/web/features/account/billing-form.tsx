import { useRouter } from '@tanstack/react-router';

import { countryName } from '~/contract/common/country-names';
import type { BillingProfile } from '~/contract/companies/companies-schema';
import { BillingFields } from '~/web/documents/billing-fields';
import { useSuspenseQuery } from '~/web/lib/queries';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

/**
 * Form for the billing data of future documents. The data belongs to the client's company, or to
 * the client if they have no company.
 */
export function BillingForm() {
  const { api } = useRouter().options.context;
  const { data: profile } = useSuspenseQuery(api.companies.profile.queryOptions());
  return profile.canEdit ? (
    <BillingFields
      profile={profile}
      submitLabel="Save billing details"
      pendingLabel="Saving..."
      onSaved={() => {
        toast({
          title: 'Billing details saved',
          description: 'We’ll use them on your next invoice.',
        });
      }}
    />
  ) : (
    <ShownProfile {...profile} />
  );
}

/** Shows the billing profile to a member who may not change it. */
function ShownProfile({ company, address, postcode, city, country }: BillingProfile) {
  const place = [postcode, city].filter(Boolean).join(' ');
  const lines = [company, ...address.split('\n'), place, countryName(country)];
  return (
    <div>
      <address className={styles.address}>
        {lines.filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <p className={styles.note}>Managers and bookkeepers of your company can change it.</p>
    </div>
  );
}
