import { AcceptForm, type Decision } from './accept-form';
import { DeclineForm } from './decline-form';

/** Both ways to decide. */
export function DecideForms(props: Decision) {
  return (
    <>
      <AcceptForm {...props} />
      <DeclineForm {...props} />
    </>
  );
}
