import { SegmentedControl, Stack, TextInput } from '@mantine/core';

import type { ClaimSetting, Question } from '~/contract/settings/settings';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { StepsField } from '~/web/admin/form/steps-field';

/** Claims that can be counted from the agency's own records. */
const countable = new Set(['projects', 'years']);

/** The register of figures, which every page reads, and what people ask. */
export function ClaimsTexts({ texts }: { texts: AllPageTexts }) {
  return (
    <>
      <SettingForm
        settingKey="claims"
        title="Claims"
        note="One register: no two pages can disagree."
        setting={texts.claims}
        draftOf={(claims: ClaimSetting[]) => ({ claims })}
        toValue={({ claims }) => claims}
      >
        {(form) => {
          const { claims } = form.draft;
          const change = (at: number, part: Partial<ClaimSetting>) =>
            form.set(
              'claims',
              claims.map((claim, index) => (index === at ? { ...claim, ...part } : claim)),
            );
          return (
            <Stack gap="sm">
              {claims.map((claim, index) => (
                <div key={claim.key} className="claim-row">
                  <TextInput
                    label={`Figure: ${claim.key}`}
                    value={claim.value}
                    disabled={claim.mode === 'computed'}
                    onChange={(event) => change(index, { value: event.currentTarget.value })}
                  />
                  <TextInput
                    label="Label"
                    value={claim.label}
                    onChange={(event) => change(index, { label: event.currentTarget.value })}
                  />
                  {countable.has(claim.key) && (
                    <SegmentedControl
                      aria-label={`How ${claim.key} gets its value`}
                      value={claim.mode}
                      data={[
                        { value: 'typed', label: 'Typed' },
                        { value: 'computed', label: 'Counted' },
                      ]}
                      onChange={(mode) => change(index, { mode: mode as ClaimSetting['mode'] })}
                    />
                  )}
                </div>
              ))}
            </Stack>
          );
        }}
      </SettingForm>
      <SettingForm
        settingKey="questions"
        title="Questions"
        note="What people ask before they choose a plan; shown with the prices."
        setting={texts.questions}
        draftOf={(questions: Question[]) => ({
          questions: questions.map(({ question, answer }) => ({ title: question, text: answer })),
        })}
        toValue={({ questions }) =>
          questions
            .filter(({ title }) => title.trim())
            .map(({ title, text }) => ({ question: title, answer: text }))
        }
      >
        {(form) => (
          <StepsField
            label="Questions and answers"
            noun="question"
            steps={form.draft.questions}
            onChange={(questions) => form.set('questions', questions)}
          />
        )}
      </SettingForm>
    </>
  );
}
