import {
  addPasskey,
  getPasskeys,
  PASSKEY_CHALLENGE_MS,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#contract/accounts/passkeys.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { RelyingParty } from '#server/http/relying-party.ts'
import { route } from '#server/http/route.ts'
import { createToken, type Member } from '#server/http/session.ts'
import { findInstanceSettings } from '#server/instance/index.ts'
import { enqueueMail } from '../mail/mail-payload.ts'
import { createPasswordRefusal, isOwnPassword } from '../passwords/password-guesses.ts'
import { findRegistration, insertRegistration, takeRegistration } from './challenges.ts'
import { requireRelyingParty } from './require-relying-party.ts'
import { checkRoom, deletePasskey, insertPasskey, listCredentials, listPasskeys, updatePasskeyName } from './store.ts'
import { ALGORITHMS, readChallenge, verifyNewPasskey } from './verify.ts'

/** Registers the routes that list, add, rename and remove a member's passkeys. */
export function passkeyRoutes(api: Api): void {
  startRoute(api)
  addRoute(api)
  removeRoute(api)

  route(api, getPasskeys, async ({ db, member }) => ({ passkeys: await listPasskeys(db, member.id) }))

  route(api, renamePasskey, async ({ tx, member, query }) => {
    const isFound = await updatePasskeyName(tx, member.id, query.id, query.name)
    if (!isFound) throw new Refusal(404, 'This passkey no longer exists.')
  })
}

function startRoute(api: Api): void {
  route(api, startPasskey, {
    prepare: (input) => isOwnPassword(api, input.query.password, input),
    async handle({ tx, member, now, prepared: isRight }) {
      const party = requireRelyingParty(api)
      if (!isRight) throw createPasswordRefusal()
      return { options: await createOptions(tx, member, party, now) }
    },
  })
}

/** Returns the options for `navigator.credentials.create`. Throws a Refusal 409. */
async function createOptions(
  tx: Tx,
  member: Member,
  party: RelyingParty,
  now: Date,
): Promise<ResponseOf<typeof startPasskey>['options']> {
  const credentials = await listCredentials(tx, member.id)
  checkRoom(credentials.length)
  const userHandle = credentials[0]?.user_handle ?? createToken().tokenHash
  const { name } = await findInstanceSettings(tx)
  return {
    challenge: await insertRegistration(tx, member.id, userHandle, now),
    rp: { id: party.id, name: name || 'Flipside' },
    user: { id: userHandle.toString('base64url'), name: member.name, displayName: member.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    // The authenticator's maker does not matter, and a statement about it identifies devices.
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: credentials.map(({ credential_id }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
    })),
  }
}

function addRoute(api: Api): void {
  route(api, addPasskey, {
    async prepare({ db, query, member, now }) {
      const party = requireRelyingParty(api)
      const challenge = await readChallenge(query.client_data)
      const userHandle = challenge && (await findRegistration(db, challenge, member.id, now))
      if (!challenge || !userHandle) return undefined
      const passkey = await verifyNewPasskey(query, userHandle, { party, challenge })
      // Outside the transaction, which the refusal rolls back.
      if (passkey === undefined) await takeRegistration(db, challenge, member.id)
      return passkey && { ...passkey, challenge }
    },
    async handle({ tx, query, member, now, prepared: passkey, logSecurity }) {
      // In the transaction: a concurrent repeat must find the stored response, not a challenge that
      // is used up.
      if (passkey === undefined || !(await takeRegistration(tx, passkey.challenge, member.id)))
        throw new Refusal(400, 'The passkey could not be verified. Try again.')
      const id = await insertPasskey(tx, member.id, { ...passkey, name: query.name, now })
      await enqueueMail(api, tx, { kind: 'way_added', member: member.id, way: 'passkey' })
      logSecurity('passkey_added', { member: member.id })
      return { success: true, id }
    },
  })
}

function removeRoute(api: Api): void {
  route(api, removePasskey, {
    prepare: (input) => isOwnPassword(api, input.query.password, input),
    async handle({ tx, query, member, prepared: isRight, logSecurity }) {
      if (!isRight) throw createPasswordRefusal()
      const isRemoved = await deletePasskey(tx, member.id, query.id)
      if (isRemoved) logSecurity('passkey_removed', { member: member.id, passkeys: 1 })
    },
  })
}
