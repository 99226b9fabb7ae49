import { NumberInput, Switch } from '@mantine/core';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import type { Asking } from '~/contract/testimonials/testimonials-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Whether clients are asked for a testimonial without a click. */
export function TestimonialSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="testimonials"
      title="Testimonials"
      note="Ask for a testimonial with a button on a completed request. Nothing is published without the client’s consent and an owner’s approval."
      setting={settings.testimonials}
      draftOf={(asking: Asking) => asking}
      toValue={(asking) => asking}
    >
      {(form) => (
        <>
          <Switch
            label="Email each client for a testimonial when a request is completed"
            description="Only for requests completed from now on. Clients who turned off request emails are not asked."
            checked={form.draft.byItself}
            onChange={(event) => form.set('byItself', event.currentTarget.checked)}
          />
          <NumberInput
            label="Days after completion"
            min={0}
            max={60}
            allowDecimal={false}
            w={{ base: '100%', sm: 240 }}
            value={form.draft.afterDays}
            error={form.errorOf('afterDays')}
            onChange={(value) => form.set('afterDays', Number(value))}
          />
        </>
      )}
    </SettingForm>
  );
}
