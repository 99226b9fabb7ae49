import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { companyMax, emailMax, nameMax, phoneMax } from '~/contract/common/limits';
import { type AdminQuote, quoteChangeSchema } from '~/contract/leads/leads-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';

/** Dialog that corrects a quote's contact data, or adds data such as an email address. */
export function EditQuote({ quote, onClose }: { quote: AdminQuote; onClose(): void }) {
  const { quotes } = useRouter().options.context.api.admin;
  const { id, name, email, phone, company } = quote;
  return (
    <ActionDialog
      title="Contact details"
      submitLabel="Save"
      keepAs={`quote-contact:${id}`}
      initial={{ name, email, phone, company }}
      fields={({ draft }) => [
        [
          { name: 'name', label: 'Name', required: true, maxLength: nameMax },
          { name: 'company', label: 'Company', maxLength: companyMax },
        ],
        [
          { name: 'phone', label: 'Phone', type: 'tel', maxLength: phoneMax },
          { name: 'email', label: 'Email', type: 'email', maxLength: emailMax },
        ],
        email !== '' && draft.email.trim().toLowerCase() !== email.toLowerCase() && (
          <Text key="moved" fz="sm" c="dimmed">
            Replies go to the new email. The private link sent to {email} stops working.
          </Text>
        ),
      ]}
      schema={quoteChangeSchema}
      input={(draft) => ({ id, ...draft })}
      mutation={quotes.change.mutationOptions()}
      outcome={{
        done: success('Contact details saved'),
        failed: 'Failed to save the contact details',
      }}
      onClose={onClose}
    />
  );
}
