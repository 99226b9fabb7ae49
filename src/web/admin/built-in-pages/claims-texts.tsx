import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { dateInWords } from '~/contract/common/date-words';
import {
  countedMin,
  howCounted,
  isCounted,
  type OfferedClaims,
} from '~/contract/settings/counted-claims-schema';
import { type ClaimKey, type ClaimSetting, claimKeys } from '~/contract/settings/settings';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { StepsField } from '~/web/admin/form/steps-field';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';

/** Formats a key, such as 'answer time' for 'answerTime'. */
const nameOf = (key: ClaimKey): string =>
  key.replaceAll(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

const empty = (key: ClaimKey): ClaimSetting => ({ key, value: '', label: '', mode: 'typed' });

/**
 * Returns whether a claim has ever been edited. Claims that have never been edited are not stored.
 */
const isTouched = (claim: ClaimSetting, stored: readonly ClaimSetting[]): boolean =>
  stored.some(({ key }) => key === claim.key) || claim.mode === 'computed' || claim.value !== '';

/** Forms for claims, which appear on every page, and for questions with answers. */
export function ClaimsTexts({ texts }: { texts: AllPageTexts }) {
  const { api } = useRouter().options.context;
  const { claims: shown } = useSettings();
  const { data: counted } = useQuery(api.admin.pageTexts.countedClaims.queryOptions());
  const stored = texts.claims.value;
  return (
    <>
      <SettingForm
        settingKey="claims"
        title="Stats"
        note="Used on all pages. Figures without a value are hidden. Counted figures show how and when they were counted; until there is enough data, the entered value is used."
        setting={texts.claims}
        draftOf={(claims) => ({
          claims: claimKeys.map(
            (key) =>
              claims.find((claim) => claim.key === key) ?? {
                ...empty(key),
                label: shown[key].label,
              },
          ),
        })}
        toValue={({ claims }) => claims.filter((claim) => isTouched(claim, stored))}
        fields={(form) => {
          const { claims } = form.draft;
          const change = (at: number, part: Partial<ClaimSetting>) =>
            form.set(
              'claims',
              claims.map((claim, index) => (index === at ? { ...claim, ...part } : claim)),
            );
          return [
            <Stack key="claims" gap="sm">
              {claims.map((claim, index) => (
                <div key={claim.key} className="claim-row">
                  <TextInput
                    label={`Figure: ${nameOf(claim.key)}`}
                    value={claim.value}
                    onChange={(event) => change(index, { value: event.currentTarget.value })}
                  />
                  <TextInput
                    label="Label"
                    value={claim.label}
                    onChange={(event) => change(index, { label: event.currentTarget.value })}
                  />
                  <Counting
                    claim={claim}
                    counted={counted}
                    onChange={(mode) => change(index, { mode })}
                  />
                </div>
              ))}
            </Stack>,
          ];
        }}
      />
      <SettingForm
        settingKey="questions"
        title="Questions"
        note="Shown on the pricing page."
        setting={texts.questions}
        draftOf={(questions) => ({
          questions: questions.map(({ question, answer }) => ({ title: question, text: answer })),
        })}
        toValue={({ questions }) =>
          questions
            .filter(({ title }) => title.trim())
            .map(({ title, text }) => ({ question: title, answer: text }))
        }
        fields={(form) => [
          <StepsField
            key="questions"
            label="Questions and answers"
            noun="question"
            steps={form.draft.questions}
            onChange={(questions) => form.set('questions', questions)}
          />,
        ]}
      />
    </>
  );
}

/**
 * Fields that select whether a claim is typed or counted, and show the count. Renders nothing for a claim that cannot be
 * counted.
 */
function Counting(props: {
  claim: ClaimSetting;
  counted: OfferedClaims | undefined;
  onChange(mode: ClaimSetting['mode']): void;
}) {
  const { claim, counted, onChange } = props;
  const { key, mode } = claim;
  if (!isCounted(key)) return null;
  const figure = counted?.figures.find((one) => one.key === key);
  const isEnough = figure?.isEnough ?? false;
  return (
    <div className="claim-counting">
      <SegmentedControl
        size="xs"
        aria-label={`How ${nameOf(key)} gets its value`}
        value={mode}
        data={[
          { value: 'typed', label: 'Entered' },
          { value: 'computed', label: 'Counted', disabled: !isEnough && mode === 'typed' },
        ]}
        onChange={(chosen) => onChange(chosen as ClaimSetting['mode'])}
      />
      <Text fz="xs" c="dimmed" mt={4}>
        {howCounted[key]}{' '}
        {figure && isEnough && figure.cases === null && `Current value: ${figure.value}.`}
        {figure &&
          isEnough &&
          figure.cases !== null &&
          `Current value: ${figure.value}, from ${figure.cases}, on ${dateInWords(counted?.on ?? '')}.`}
        {figure && !isEnough && `Not enough data yet: ${figure.cases} of at least ${countedMin}.`}
      </Text>
    </div>
  );
}
