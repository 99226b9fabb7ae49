import { CountedField } from './counted-field';
import type { RecordForm } from './use-record-form';

/** Characters that search results show of a page's title and of its description. */
const titleGuide = 60;
const descriptionGuide = 160;

interface SearchTexts {
  metaTitle: string;
  metaDescription: string;
}

/** What search results show of a page. */
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
