import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

/** Options for creating a passkey. */
export type PasskeyOptions = PublicKeyCredentialCreationOptionsJSON;

/** Returns the reason why this browser cannot use passkeys on this page; undefined if it can. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port } = window.location;
  // A passkey is bound to a host name, so an IP address does not work.
  if (/^[\d.]+$|^\[/.test(hostname)) {
    return `Passkeys need a domain name instead of ${hostname}. On this machine, open http://localhost:${port} instead.`;
  }
  return browserSupportsWebAuthn() ? undefined : 'This browser does not support passkeys.';
}

/** Asks the browser for a new passkey. */
export async function createPasskey(optionsJSON: PasskeyOptions) {
  const { response, authenticatorAttachment, ...rest } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...rest,
    clientExtensionResults: { ...rest.clientExtensionResults },
    ...(authenticatorAttachment && { authenticatorAttachment }),
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/**
 * Asks the browser to sign with a passkey.
 *
 * @public knip cannot see its use, because the step that calls it imports this module lazily
 */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { response, authenticatorAttachment, ...rest } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...rest,
    clientExtensionResults: { ...rest.clientExtensionResults },
    ...(authenticatorAttachment && { authenticatorAttachment }),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/**
 * Returns the message for a passkey error of the browser; undefined for other errors, such as those
 * of the server.
 */
export function passkeyProblem(error: unknown): string | undefined {
  if (
    error instanceof WebAuthnError &&
    error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  ) {
    return 'This device already has a passkey for your account.';
  }
  const isOfBrowser =
    error instanceof WebAuthnError || error instanceof DOMException || isNotAllowed(error);
  return isOfBrowser ? 'No passkey was used. You can try again.' : undefined;
}

const isNotAllowed = (error: unknown) => error instanceof Error && error.name === 'NotAllowedError';
