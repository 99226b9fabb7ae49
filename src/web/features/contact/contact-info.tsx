import { ContactDetails } from '~/web/shell/contact-details';
import { useSettings } from '~/web/shell/settings';
import styles from './contact-info.module.css';

const stepsAfter = (answerWithin: string) => [
  {
    title: `We answer within ${answerWithin}`,
    text: 'A person reads every message. There is no ticket queue.',
  },
  {
    title: 'You get a straight answer',
    text: 'What we think, what we would ask, and who else could help if we are not the right fit.',
  },
  {
    title: 'Then a call, if you want one',
    text: 'Half an hour with a designer and an engineer. A written quote follows within two days.',
  },
];

export function ContactInfo() {
  const { answerWithin, contact, measuredAnswers: measured, whatsappNumber } = useSettings();
  return (
    <section className={styles.info} aria-label="How to reach us">
      <ContactDetails contact={contact} whatsappNumber={whatsappNumber} />
      {measured && (
        <p className={styles.measured}>
          Measured over the last 90 days: {measured.kept} of first answers came within{' '}
          {answerWithin}, half of them within {measured.median} of working time.
        </p>
      )}
      <h2 className={styles.title}>What happens next</h2>
      <ol className={styles.steps}>
        {stepsAfter(answerWithin).map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
