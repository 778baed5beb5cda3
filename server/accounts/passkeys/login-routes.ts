import { logInByPasskey, PASSKEY_CHALLENGE_MS, startPasskeyLogin } from '#contract/accounts/passkeys.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { RelyingParty } from '#server/http/relying-party.ts'
import { route } from '#server/http/route.ts'
import { countWrongSecret } from '../passwords/password-guesses.ts'
import { signInMember } from '../session/sign-in-member.ts'
import { insertLogin, takeLogin } from './challenges.ts'
import { requireRelyingParty } from './require-relying-party.ts'
import { findPasskey, type PasskeyRow, type PasskeyUse, updatePasskeyUse } from './store.ts'
import { fromBase64Url, readChallenge, verifyPasskeyUse } from './verify.ts'

/** Registers the routes that log in by passkey. The response never depends on a member's name. */
export function passkeyLoginRoutes(api: Api): void {
  route(api, startPasskeyLogin, async ({ tx, address, now }) => {
    const party = requireRelyingParty(api)
    const challenge = await insertLogin(tx, address, now)
    const userVerification = 'required' as const
    return { options: { challenge, rpId: party.id, timeout: PASSKEY_CHALLENGE_MS, userVerification } }
  })

  route(api, logInByPasskey, {
    async prepare(input) {
      const party = requireRelyingParty(api)
      const { passkey, use } = await checkUse(input.db, input.query, party, input.now)
      if (use !== undefined) return use
      await countWrongSecret(api, input)
      input.logSecurity('passkey_failed', { member: passkey?.member_id })
      return undefined
    },
    async handle(input) {
      const { tx, now, prepared: use, logSecurity } = input
      const used = use && (await updatePasskeyUse(tx, use, now))
      if (use === undefined || used === undefined) throw createPasskeyRefusal()
      if (used.isCopied) {
        logSecurity('passkey_copied', { member: use.memberId })
        throw createPasskeyRefusal()
      }
      await signInMember(api, use.memberId, input)
      return { success: true, user: used.name }
    },
  })
}

interface CheckedUse {
  readonly passkey?: PasskeyRow | undefined
  /** Undefined if the response is invalid. */
  readonly use?: PasskeyUse | undefined
}

/** Uses the challenge up and verifies the authenticator's response. */
async function checkUse(
  db: Db,
  query: ParsedQuery<typeof logInByPasskey>,
  party: RelyingParty,
  now: Date,
): Promise<CheckedUse> {
  const challenge = await readChallenge(query.client_data)
  const isOpen = challenge !== undefined && (await takeLogin(db, challenge, now))
  const passkey = await findPasskey(db, fromBase64Url(query.credential_id))
  if (!isOpen || passkey === undefined) return { passkey }
  return { passkey, use: await verifyPasskeyUse(query, passkey, { party, challenge }) }
}

/** The same for an unknown passkey and an invalid response. */
const createPasskeyRefusal = () =>
  new Refusal(401, "This passkey didn't work. Try again, or log in with your password.", 'bad_credentials')
