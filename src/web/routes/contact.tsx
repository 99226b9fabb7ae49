import { createFileRoute } from '@tanstack/react-router';

import { type ContactSubject, contactSubjects } from '~/contract/leads/contact-subjects';
import { ContactPending } from '~/web/features/contact/contact-pending';
import { PageContact } from '~/web/features/contact/page-contact';
import { oneOf } from '~/web/lib/search';
import { loadedHead, pageHead } from '~/web/seo/head';
import { searchHead } from '~/web/seo/search-head';
import { breadcrumbData, organizationData } from '~/web/seo/structured-data';

interface ContactSearch {
  subject?: ContactSubject;
}

const subjects = Object.keys(contactSubjects) as ContactSubject[];

export const Route = createFileRoute('/contact')({
  validateSearch: (search): ContactSearch => {
    const subject = oneOf(subjects, search.subject);
    return subject ? { subject } : {};
  },
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.settings.formFields.queryOptions()),
    ]);
    return loadedHead(
      searchHead(settings, 'contact'),
      import.meta.env.SSR
        ? [
            organizationData(settings, publicUrl),
            breadcrumbData([{ name: 'Contact', path: '/contact' }], publicUrl),
          ]
        : [],
    );
  },
  head: pageHead,
  component: PageContact,
  pendingComponent: ContactPending,
});
