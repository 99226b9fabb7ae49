import { Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useCan } from '~/web/admin/shell/use-can';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { NameForm } from './name-form';
import { NotificationSettings } from './notification-settings';
import { PasswordForm } from './password-form';
import { SecondFactors } from './second-factors';

const loadAccount: SectionLoad = ({ api, queryClient }) =>
  queryClient.ensureQueryData(api.admin.account.get.queryOptions());

/** The signed-in admin's own account: sign-in methods and email notifications. */
function SectionAccount() {
  const { api } = useRouter().options.context;
  const viewer = useViewer();
  const can = useCan();
  const name = `${viewer?.firstName ?? ''} ${viewer?.lastName ?? ''}`.trim();
  const query = useQuery(api.admin.account.get.queryOptions());
  return (
    <>
      <SectionHead title="Your account" note={`${name}, ${viewer?.role ?? ''}`} />
      <Loaded query={query}>
        {(state) => (
          <Stack gap="md" maw="44rem">
            {viewer && <NameForm viewer={viewer} />}
            <SecondFactors state={state} />
            <PasswordForm />
            {can('requests.read') && <NotificationSettings />}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

export const section: SectionCode = { Section: SectionAccount, load: loadAccount };
