import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoCBOR } from '@simplewebauthn/server/helpers'
import * as v from 'valibot'
import type { addPasskey, logInByPasskey } from '#contract/accounts/passkeys.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import type { RelyingParty } from '#server/http/relying-party.ts'
import type { NewPasskey, PasskeyRow, PasskeyUse } from './store.ts'

/** The signature algorithms offered to authenticators: EdDSA, ES256 and RS256 (COSE). */
export const ALGORITHMS = [-8, -7, -257]

/** This server's challenges have 43 characters. */
const ClientData = v.object({ challenge: v.pipe(v.string(), v.maxLength(100)) })

/** Returns the challenge that the browser says it has signed; undefined if there is none. */
export async function readChallenge(clientData: string): Promise<string | undefined> {
  const decoded = await orUndefined(() => decodeClientDataJSON(clientData))
  const parsed = v.safeParse(ClientData, decoded)
  return parsed.success ? parsed.output.challenge : undefined
}

interface Expected {
  readonly party: RelyingParty
  readonly challenge: string
}

/**
 * Returns the passkey that an authenticator has created; undefined if its response is not valid for
 * the challenge, the relying party or the credential id, or the user was not verified.
 */
export async function verifyNewPasskey(
  query: ParsedQuery<typeof addPasskey>,
  userHandle: Buffer,
  { party, challenge }: Expected,
): Promise<NewPasskey | undefined> {
  const { credential_id: id, client_data: clientDataJSON, attestation } = query
  const result = await orUndefined(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject: removeStatement(attestation) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (result?.verified !== true || result.registrationInfo.credential.id !== id) return undefined
  const { credential, credentialBackedUp } = result.registrationInfo
  return {
    credentialId: fromBase64Url(credential.id),
    userHandle,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Removes the statement about the authenticator from an attestation object: it is not requested, and
 * to verify one of the format `android-key` the library downloads from the addresses that its
 * certificates name, before it knows who issued them.
 */
function removeStatement(attestation: string): string {
  const authData = decodeAttestationObject(new Uint8Array(fromBase64Url(attestation))).get('authData')
  const object = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(object)).toString('base64url')
}

/**
 * Returns the passkey use; undefined if the response is not valid for it, the challenge or the
 * relying party, or the user was not verified. Does not compare the counter, which is only
 * meaningful after the signature was verified: `updatePasskeyUse` does.
 */
export async function verifyPasskeyUse(
  query: ParsedQuery<typeof logInByPasskey>,
  passkey: PasskeyRow,
  { party, challenge }: Expected,
): Promise<PasskeyUse | undefined> {
  if (!fromBase64Url(query.user_handle).equals(passkey.user_handle)) return undefined
  const { credential_id: id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = query
  const result = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  )
  if (result?.verified !== true) return undefined
  const { newCounter, credentialBackedUp } = result.authenticationInfo
  return { id: passkey.id, memberId: passkey.member_id, counter: newCounter, isBackedUp: credentialBackedUp }
}

export const fromBase64Url = (text: string): Buffer => Buffer.from(text, 'base64url')

/**
 * Returns the result, or undefined if the library throws: its errors for an invalid response have
 * no type. Never access the database in `verify`.
 */
async function orUndefined<T>(verify: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
