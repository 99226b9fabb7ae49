import { CountedField } from './counted-field';
import type { RecordForm } from './use-record-form';

/** Number of characters of a page's title and description that search results show. */
const titleGuide = 60;
const descriptionGuide = 160;

interface SearchTexts {
  metaTitle: string;
  metaDescription: string;
}

/** Fields for the texts of a page in search results. */
export function SearchFields<Draft extends SearchTexts>({ form }: { form: RecordForm<Draft> }) {
  const { draft, errorOf } = form;
  const set = (key: keyof SearchTexts, value: string) => form.set(key, value as Draft[typeof key]);
  return (
    <>
      <CountedField
        label="Meta title"
        guide={titleGuide}
        value={draft.metaTitle}
        error={errorOf('metaTitle')}
        onChange={(value) => set('metaTitle', value)}
      />
      <CountedField
        label="Meta description"
        guide={descriptionGuide}
        isLong
        value={draft.metaDescription}
        error={errorOf('metaDescription')}
        onChange={(value) => set('metaDescription', value)}
      />
    </>
  );
}
