import { AcceptForm, type Decision } from './accept-form';
import { DeclineForm } from './decline-form';

/** Forms to accept and to decline a proposal. */
export function DecideForms(props: Decision) {
  return (
    <>
      <AcceptForm {...props} />
      <DeclineForm {...props} />
    </>
  );
}
