import { Checkbox, Group, Text } from '@mantine/core';

import { answerWithin, measuredMin } from '~/contract/settings/response-times';
import { type ResponseTimes, responseTimesSchema } from '~/contract/settings/sales-settings-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { filledLines } from '~/web/admin/form/lines';
import { SettingForm } from '~/web/admin/form/setting-form';
import { TimeZoneField } from '~/web/admin/form/time-zone-field';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const toTimes = (draft: ResponseTimes): ResponseTimes => ({
  ...draft,
  holidays: filledLines(draft.holidays),
});

/** Form for working hours and the promised response time. */
export function ResponseTimesForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="responseTimes"
      title="Response times"
      note="Promised on pages and in emails, and used for the due time of each lead. The time zone applies to all document dates."
      setting={settings.responseTimes}
      toValue={toTimes}
      fields={({ draft, errorOf, set }) => {
        const checked = responseTimesSchema.safeParse(toTimes(draft));
        return [
          [
            {
              kind: 'number',
              name: 'answerHours',
              label: 'Reply within (working hours)',
              min: 1,
            },
            { name: 'from', label: 'Working day starts', type: 'time' },
            { name: 'to', label: 'Working day ends', type: 'time' },
          ],
          <Checkbox.Group
            key="days"
            label="Working days"
            value={draft.workingDays.map(String)}
            error={errorOf('workingDays')}
            onChange={(days) =>
              set(
                'workingDays',
                days.map(Number).sort((a, b) => a - b),
              )
            }
          >
            <Group gap="md" mt="xs">
              {weekdays.map((day, index) => (
                <Checkbox key={day} value={String(index + 1)} label={day} />
              ))}
            </Group>
          </Checkbox.Group>,
          <TimeZoneField
            key="zone"
            value={draft.timeZone}
            error={errorOf('timeZone')}
            onChange={(zone) => set('timeZone', zone)}
          />,
          {
            kind: 'lines',
            name: 'holidays',
            label: 'Holidays',
            description: 'One date per line, such as 2026-12-25.',
            maxRows: 10,
          },
          {
            kind: 'checkbox',
            name: 'showMeasured',
            label: 'Show response times on the contact page',
            description: `Median and on-time share of the last 90 days, updated hourly. Shown after ${measuredMin} replies.`,
          },
          checked.success && (
            <Text key="promise" fz="sm">
              We answer within {answerWithin(checked.data)}.
            </Text>
          ),
        ];
      }}
    />
  );
}
