import { Checkbox, Group, NumberInput, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';

import { answerWithin, measuredMin } from '~/contract/settings/response-times';
import { type ResponseTimes, responseTimesSchema } from '~/contract/settings/sales-settings-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { linesOf } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { textProps } from '~/web/admin/form/text-props';
import { TimeZoneField } from '~/web/admin/form/time-zone-field';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const draftOf = (times: ResponseTimes) => ({
  ...times,
  workingDays: times.workingDays.map(String),
  holidays: times.holidays.join('\n'),
});
type Draft = ReturnType<typeof draftOf>;

const toTimes = (draft: Draft): ResponseTimes => ({
  ...draft,
  workingDays: draft.workingDays.map(Number).sort((a, b) => a - b),
  holidays: linesOf(draft.holidays),
});

/** When the agency works, and how soon it answers. */
export function ResponseTimesForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="responseTimes"
      title="Response times"
      note="Promised on pages and in emails, and used for the due time of each lead. The time zone applies to all document dates."
      setting={settings.responseTimes}
      draftOf={draftOf}
      toValue={toTimes}
    >
      {(form) => {
        const texts = textProps(form);
        const checked = responseTimesSchema.safeParse(toTimes(form.draft));
        return (
          <>
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <NumberInput
                label="Reply within (working hours)"
                min={1}
                allowDecimal={false}
                value={form.draft.answerHours}
                error={form.errorOf('answerHours')}
                onChange={(value) => form.set('answerHours', Number(value))}
              />
              <TextInput label="Working day starts" type="time" {...texts('from')} />
              <TextInput label="Working day ends" type="time" {...texts('to')} />
            </SimpleGrid>
            <Checkbox.Group
              label="Working days"
              value={form.draft.workingDays}
              error={form.errorOf('workingDays')}
              onChange={(days) => form.set('workingDays', days)}
            >
              <Group gap="md" mt="xs">
                {weekdays.map((day, index) => (
                  <Checkbox key={day} value={String(index + 1)} label={day} />
                ))}
              </Group>
            </Checkbox.Group>
            <TimeZoneField
              value={form.draft.timeZone}
              error={form.errorOf('timeZone')}
              onChange={(zone) => form.set('timeZone', zone)}
            />
            <Textarea
              label="Holidays"
              description="One date per line, such as 2026-12-25."
              autosize
              minRows={2}
              maxRows={10}
              {...texts('holidays')}
            />
            <Checkbox
              label="Show response times on the contact page"
              description={`Median and on-time share of the last 90 days, updated hourly. Shown after ${measuredMin} replies.`}
              checked={form.draft.showMeasured}
              onChange={(event) => form.set('showMeasured', event.currentTarget.checked)}
            />
            {checked.success && <Text fz="sm">We answer within {answerWithin(checked.data)}.</Text>}
          </>
        );
      }}
    </SettingForm>
  );
}
