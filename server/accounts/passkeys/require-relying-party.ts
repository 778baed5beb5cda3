import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findRelyingParty, type RelyingParty } from '#server/http/relying-party.ts'

/**
 * Returns the relying party. Throws a Refusal 404 if this server's address cannot have passkeys.
 */
export function requireRelyingParty({ config, port }: Pick<Api, 'config' | 'port'>): RelyingParty {
  const party = findRelyingParty(config, port)
  if (party === undefined) throw new Refusal(404, "Passkeys can't be used at this server's address.")
  return party
}
