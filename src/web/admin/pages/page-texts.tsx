import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';

import type { PageKey } from '~/contract/pages/pages';
import type { Hero, Reason } from '~/contract/settings/settings';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import type { About, Careers } from '~/contract/settings/settings-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { StepsField } from '~/web/admin/form/steps-field';
import { textProps } from '~/web/admin/form/text-props';
import { AboutFields } from './about-fields';
import { PageWords } from './page-words';
import { PositionsField } from './positions-field';

const titled = (passages: Reason[]) => passages.filter(({ title }) => title.trim());

/** All words of one page. */
export function PageTexts({ page, texts }: { page: PageKey; texts: AllPageTexts }) {
  return (
    <>
      {page === 'home' && <HomeTexts texts={texts} />}
      {page === 'about' && <AboutTexts texts={texts} />}
      {page === 'careers' && <CareersTexts texts={texts} />}
      <PageWords page={page} texts={texts} />
    </>
  );
}

function HomeTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <>
      <SettingForm
        settingKey="hero"
        title="Landing page"
        setting={texts.hero}
        draftOf={(hero: Hero) => hero}
        toValue={(draft) => draft}
      >
        {(form) => {
          const field = textProps(form);
          return (
            <>
              <TextInput label="Title" {...field('title')} />
              <Textarea label="Subtitle" autosize minRows={2} {...field('subtitle')} />
            </>
          );
        }}
      </SettingForm>
      <SettingForm
        settingKey="reasons"
        title="Why choose us"
        setting={texts.reasons}
        draftOf={(reasons: Reason[]) => ({ reasons })}
        toValue={({ reasons }) => titled(reasons)}
      >
        {(form) => (
          <StepsField
            label="Reasons"
            noun="reason"
            steps={form.draft.reasons}
            onChange={(reasons) => form.set('reasons', reasons)}
          />
        )}
      </SettingForm>
    </>
  );
}

function AboutTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <SettingForm
      settingKey="about"
      title="About"
      setting={texts.about}
      draftOf={(about: About) => about}
      toValue={(draft) => draft}
    >
      {(form) => <AboutFields form={form} />}
    </SettingForm>
  );
}

function CareersTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <SettingForm
      settingKey="careers"
      title="Careers"
      note="If there are no positions, the page says so."
      setting={texts.careers}
      draftOf={(careers: Careers) => careers}
      toValue={(draft) => ({ ...draft, steps: titled(draft.steps) })}
    >
      {(form) => (
        <Stack gap="md">
          <SimpleGrid cols={1}>
            <Textarea label="Text" autosize minRows={2} {...textProps(form)('lead')} />
          </SimpleGrid>
          <StepsField
            label="How to apply"
            noun="step"
            steps={form.draft.steps}
            onChange={(steps) => form.set('steps', steps)}
          />
          <PositionsField
            positions={form.draft.positions}
            onChange={(positions) => form.set('positions', positions)}
          />
        </Stack>
      )}
    </SettingForm>
  );
}
