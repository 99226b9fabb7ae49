import { oneLine } from '../headers';
import { type Agency, compose, type Letter } from './template';

export function welcomeLetter(agency: Agency, publicUrl: string, firstName: string): Letter {
  return compose(agency, 'Your account is ready', [
    { kind: 'text', text: `Hello ${oneLine(firstName)},` },
    {
      kind: 'text',
      text: 'your account is ready. It shows you what we are working on for you, and what was paid. You sign in with a code that we send here; there is no password.',
    },
    { kind: 'button', label: 'Open your account', url: `${publicUrl}/` },
  ]);
}
