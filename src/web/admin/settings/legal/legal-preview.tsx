import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import type { AnyLegalPage } from '~/contract/legal/legal';
import { legalDraftSchema } from '~/contract/legal/legal-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { check } from '~/web/lib/form-errors';
import { keepPreviousData, useQuery } from '~/web/lib/queries';
import { Markdown } from '~/web/ui/markdown';

/** Milliseconds between the last key press and the request. */
const pauseMs = 400;

/** Opens links in another tab, so that the panel keeps the input. */
const inNewTabs = (html: string): string => html.replaceAll('<a href=', '<a target="_blank" href=');

/** Preview of a legal text, with the agency's data filled in. */
export function LegalPreview(props: { page: AnyLegalPage; title: string; text: string }) {
  const { page } = props;
  const { client } = useRouter().options.context;
  const [title] = useDebouncedValue(props.title, pauseMs);
  const [text] = useDebouncedValue(props.text, pauseMs);
  const problem = Object.values(check(legalDraftSchema, { page, title, text }).errors ?? {})[0];
  const { data, error } = useQuery({
    queryKey: ['legal-preview', page, title, text],
    queryFn: () => client.admin.legal.preview.mutate({ page, title, text }),
    enabled: problem === undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const failure = problem ?? (error ? (errorMessageOf(error) ?? 'The preview failed.') : undefined);
  return (
    <>
      {failure && (
        <Text c="red" fz="sm" mb="sm" role="status">
          Waiting for a valid text. {failure}
        </Text>
      )}
      {data && (
        <article className="legal-paper">
          <h3>{data.title}</h3>
          {data.lead && <p className="legal-lead">{data.lead}</p>}
          {data.sections.map((section) => (
            <section key={section.id}>
              <h4>{section.title}</h4>
              <Markdown html={inNewTabs(section.html)} />
            </section>
          ))}
        </article>
      )}
    </>
  );
}
