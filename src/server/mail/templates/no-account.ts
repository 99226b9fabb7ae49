import { type Agency, compose, type Letter } from './template';

export function noAccountLetter(agency: Agency, publicUrl: string): Letter {
  return compose(agency, 'There is no account with this address', [
    {
      kind: 'text',
      text: 'Somebody wanted to sign in with this address, but there is no account with it. If it was you, you can sign up in a minute, or try the address that you used then.',
    },
    { kind: 'button', label: 'Sign up', url: `${publicUrl}/auth/signup` },
    { kind: 'text', text: 'If it was not you, there is nothing to do.' },
  ]);
}
