import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Form that sets whether clients are automatically asked for a testimonial. */
export function TestimonialSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="testimonials"
      title="Testimonials"
      note="Ask for a testimonial with a button on a completed request. Nothing is published without the client’s consent and an owner’s approval."
      setting={settings.testimonials}
      fields={[
        {
          kind: 'switch',
          name: 'byItself',
          label: 'Email each client for a testimonial when a request is completed',
          description:
            'Only for requests completed from now on. Clients who turned off request emails are not asked.',
        },
        {
          kind: 'number',
          name: 'afterDays',
          label: 'Days after completion',
          max: 60,
          maw: '15rem',
        },
      ]}
    />
  );
}
