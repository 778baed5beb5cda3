import { startAuthentication, startRegistration, WebAuthnError, type WebAuthnErrorCode } from '@simplewebauthn/browser'
import { addPasskey, logInByPasskey, startPasskey, startPasskeyLogin } from '#contract/accounts/passkeys.ts'
import { call } from '#src/api/call.ts'
import { NoConnection, Refused } from '#src/api/errors.ts'
import { uuid } from '#src/offline/device/uuid.ts'

interface NewPasskey {
  user: string
  password: string
  name: string
}

/**
 * Creates a passkey and adds it to the member. Resolves to false if the user cancels the browser's
 * dialog. The options are requested first, so that no dialog opens without a connection. Throws as
 * `call`.
 */
export async function createPasskey({ user, password, name }: NewPasskey): Promise<boolean> {
  const { options } = await requireConnection(call(startPasskey, { user, password }))
  const created = await orCancelled(startRegistration({ optionsJSON: options }))
  if (created === undefined) return false
  const { attestationObject: attestation, clientDataJSON: client_data } = created.response
  await call(addPasskey, { user, name, credential_id: created.id, client_data, attestation, client_id: uuid() })
  return true
}

/** Logs in with a passkey. Resolves to the name, undefined if cancelled. Throws as `createPasskey`. */
export async function logInWithPasskey(): Promise<string | undefined> {
  const { options } = await requireConnection(call(startPasskeyLogin, {}))
  const signed = await orCancelled(startAuthentication({ optionsJSON: options }))
  if (signed === undefined) return undefined
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature, userHandle } = signed.response
  const { user } = await call(logInByPasskey, {
    credential_id: signed.id,
    client_data,
    authenticator_data,
    signature,
    user_handle: userHandle ?? '',
  })
  return user
}

async function requireConnection<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof NoConnection) throw toRefused('Passkeys need a connection: try again once you are online.')
    throw error
  }
}

const TEXTS: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'There is a passkey for your account here already.',
  ERROR_INVALID_DOMAIN: 'Passkeys cannot be used at this address.',
  ERROR_INVALID_RP_ID: 'Passkeys cannot be used at this address.',
}

/** Resolves to undefined if the user cancels: browsers report a time-out in the same way. */
async function orCancelled<T>(dialog: Promise<T>): Promise<T | undefined> {
  try {
    return await dialog
  } catch (error) {
    const cause = error instanceof WebAuthnError ? error.cause : error
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    const text = error instanceof WebAuthnError ? TEXTS[error.code] : undefined
    console.warn('The browser could not use a passkey.', error)
    throw toRefused(text ?? "The passkey didn't work. Try again, or use another one.")
  }
}

const toRefused = (sentence: string) => new Refused(400, '', { sentence })
