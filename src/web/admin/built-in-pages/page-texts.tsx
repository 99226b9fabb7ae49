import type { PageKey } from '~/contract/built-in-pages/built-in-pages';
import type { Reason } from '~/contract/settings/settings';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { StepsField } from '~/web/admin/form/steps-field';
import { AboutFields } from './about-fields';
import { PageWords } from './page-words';
import { PositionsField } from './positions-field';

const titled = (passages: Reason[]) => passages.filter(({ title }) => title.trim());

/** Forms for all texts of one page. */
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
        fields={[
          { name: 'title', label: 'Title' },
          { kind: 'area', name: 'subtitle', label: 'Subtitle' },
        ]}
      />
      <SettingForm
        settingKey="reasons"
        title="Why choose us"
        setting={texts.reasons}
        draftOf={(reasons) => ({ reasons })}
        toValue={({ reasons }) => titled(reasons)}
        fields={(form) => [
          <StepsField
            key="reasons"
            label="Reasons"
            noun="reason"
            steps={form.draft.reasons}
            onChange={(reasons) => form.set('reasons', reasons)}
          />,
        ]}
      />
    </>
  );
}

function AboutTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <SettingForm
      settingKey="about"
      title="About"
      setting={texts.about}
      fields={(form) => [<AboutFields key="about" form={form} />]}
    />
  );
}

function CareersTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <SettingForm
      settingKey="careers"
      title="Careers"
      note="If there are no positions, the page says so."
      setting={texts.careers}
      toValue={(draft) => ({ ...draft, steps: titled(draft.steps) })}
      fields={(form) => [
        { kind: 'area', name: 'lead', label: 'Text' },
        <StepsField
          key="steps"
          label="How to apply"
          noun="step"
          steps={form.draft.steps}
          onChange={(steps) => form.set('steps', steps)}
        />,
        <PositionsField
          key="positions"
          positions={form.draft.positions}
          onChange={(positions) => form.set('positions', positions)}
        />,
      ]}
    />
  );
}
