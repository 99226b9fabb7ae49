import { type CodePurpose, codeMinutes } from '~/contract/identity';
import { type Agency, compose, type Letter } from './template';

const titles: Record<CodePurpose, string> = {
  signin: 'Your code to sign in',
  signup: 'Your code to sign up',
};

export function codeLetter(agency: Agency, purpose: CodePurpose, code: string): Letter {
  return compose(agency, titles[purpose], [
    { kind: 'code', code },
    {
      kind: 'text',
      text: `It is good for ${codeMinutes} minutes, once. Nobody of ours will ever ask you for it.`,
    },
    { kind: 'text', text: 'If you did not want it, there is nothing to do.' },
  ]);
}
