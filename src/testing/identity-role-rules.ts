import { adminRoles } from '~/contract/identity/roles';
import {
  at,
  byId,
  everyClient,
  everyone,
  get,
  itsClient,
  only,
  post,
  type Rule,
  uniqueEmail,
} from './role-answers';

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const wrongPassword = only(adminRoles, 400);
const passkey = { id: 'unknown', rawId: 'unknown', type: 'public-key', clientExtensionResults: {} };
const passkeyRegistration = {
  ...passkey,
  response: { clientDataJSON: 'e30', attestationObject: 'e30' },
};

/** Who may sign in, and change accounts and admins. */
export const identityRules: Record<string, Rule> = {
  'admin.account.get': { may: 'admins' },
  // With a wrong password, or without anything to confirm, a permitted caller gets 400.
  'admin.account.beginTotp': { may: wrongPassword, input: () => ({ password: 'wrong' }) },
  'admin.account.confirmTotp': { may: wrongPassword, input: () => ({ code: '000000' }) },
  'admin.account.removeTotp': { may: wrongPassword, input: () => ({ password: 'wrong' }) },
  'admin.account.beginPasskey': { may: wrongPassword, input: () => ({ password: 'wrong' }) },
  'admin.account.addPasskey': {
    may: wrongPassword,
    input: () => ({ name: 'A key', response: passkeyRegistration }),
  },
  'admin.account.removePasskey': {
    may: wrongPassword,
    input: () => ({ password: 'wrong', id: 'unknown' }),
  },
  'admin.account.renewRecoveryCodes': { may: wrongPassword, input: () => ({ password: 'wrong' }) },
  'admin.account.changePassword': {
    may: wrongPassword,
    input: () => ({ password: 'wrong', newPassword: 'long enough' }),
  },
  'admin.admins.list': { may: 'owner', input: () => ({}), rest: get('/admin/admins') },
  'admin.admins.page': { may: 'owner', input: () => ({}) },
  'admin.admins.get': { may: 'owner', input: byId('admin') },
  'admin.admins.invite': {
    may: 'owner',
    input: () => ({ email: uniqueEmail(), name: 'Iris Invited', role: 'editor' }),
    rest: post('/admin/admins'),
  },
  'admin.admins.update': {
    may: 'owner',
    input: ({ admin }) => ({ id: admin, role: 'editor', disabled: true }),
    rest: { method: 'PUT', ...at('/admin/admins', 'admin') },
  },
  'admin.admins.resendInvitation': { may: 'owner', input: byId('invitedAdmin') },
  'admin.admins.revokeInvitation': { may: 'owner', input: byId('invitedAdmin') },
  'admin.admins.resetSecondFactor': { may: 'owner', input: byId('admin') },
  'admin.admins.secondFactorRequirement': { may: 'owner' },
  'admin.admins.requireSecondFactor': {
    may: 'owner',
    input: () => ({ isRequired: false }),
    unrecorded: 'it stays as it is: required, it would keep the other calls out',
  },
  'identity.changePicture': { may: 'signed-in', input: () => ({ dataUrl: picture }) },
  'identity.changeProfile': {
    may: 'signed-in',
    input: () => ({ firstName: 'Ada', lastName: 'Byron' }),
  },
  // Another user's session answers 404, to admins too.
  'identity.endSession': {
    may: itsClient,
    input: ({ clientSession }) => ({ id: clientSession }),
  },
  'identity.endOtherSessions': { may: 'signed-in' },
  'identity.sendEmailCode': {
    may: everyClient('yes'),
    input: () => ({ email: uniqueEmail() }),
  },
  // With a wrong code.
  'identity.changeEmail': {
    may: everyClient(401),
    input: () => ({ email: uniqueEmail(), otp: '000000' }),
  },
  'identity.providers': { may: 'everyone' },
  'identity.sendCode': {
    may: 'everyone',
    input: () => ({ email: uniqueEmail() }),
    rest: post('/auth/send-otp'),
  },
  // Of an invitation or a sign-in that does not exist.
  'identity.invitation.open': { may: everyone(404), input: () => ({ token: 'unknown' }) },
  'identity.invitation.accept': {
    may: everyone(404),
    input: () => ({ token: 'unknown', username: 'unknown', password: 'long enough' }),
  },
  'identity.secondFactor.verify': {
    may: everyone(401),
    input: () => ({ method: 'totp', code: '000000' }),
    rest: post('/admin/login/second-factor'),
  },
  'identity.secondFactor.verifyPasskey': {
    may: everyone(401),
    input: () => ({
      response: {
        ...passkey,
        response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
      },
    }),
  },
  'identity.secondFactor.passkeyOptions': { may: everyone(401) },
  'identity.secondFactor.beginTotp': { may: everyone(401) },
  'identity.secondFactor.confirmTotp': { may: everyone(401), input: () => ({ code: '000000' }) },
  'identity.secondFactor.beginPasskey': { may: everyone(401) },
  'identity.secondFactor.addPasskey': {
    may: everyone(401),
    input: () => ({ name: 'A key', response: passkeyRegistration }),
  },
  'identity.sessions': { may: 'signed-in' },
  // Every role may try; a wrong password or code answers 401.
  'identity.signInAdmin': {
    may: everyone(401),
    input: () => ({ username: 'unknown', password: 'wrong' }),
    rest: post('/admin/login'),
  },
  'identity.signUp': {
    may: everyone(401),
    input: () => ({ email: uniqueEmail(), firstName: 'Ada', lastName: 'Byron', otp: '000000' }),
    rest: post('/auth/signup'),
  },
  'identity.user': { may: 'signed-in', rest: get('/auth/user') },
  'identity.verifyCode': {
    may: everyone(401),
    input: () => ({ email: uniqueEmail(), otp: '000000' }),
    rest: post('/auth/verify-otp'),
  },
  'identity.viewer': { may: 'everyone' },
};
