import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseFailures } from '../refuse-failures.ts'
import type { Lastfm } from './lastfm.ts'
import { INTERACTIVE_TIMEOUTS, openLastfm, titles } from './open-source.ts'
import { hasProof, insertProof } from './proofs.ts'
import { failureTexts } from './source.ts'

/**
 * Returns the address of the page at Last.fm on which a member shows that an account is theirs; it
 * leads back to `path`. Throws a Refusal 400 without a shared secret.
 */
export async function connectLastfm(
  { config, port }: Pick<Api, 'config' | 'port'>,
  tx: Tx,
  { memberId, path, now }: { readonly memberId: number; readonly path: string; readonly now: Date },
): Promise<{ readonly url: string }> {
  const { lastfmApiKey, lastfmSharedSecret, lastfmWebUrl, publicUrl } = config
  if (lastfmApiKey === null || lastfmSharedSecret === null) {
    throw new Refusal(400, 'This server cannot connect with Last.fm: it has no shared secret.')
  }
  const back = new URL(path, publicUrl ?? `http://localhost:${port()}`)
  back.searchParams.set('proof', await insertProof(tx, memberId, now))
  const url = new URL('api/auth/', lastfmWebUrl)
  url.searchParams.set('api_key', lastfmApiKey)
  url.searchParams.set('cb', back.href)
  return { url: url.href }
}

/**
 * Returns the account of a member that comes back from Last.fm; undefined if the proof is unknown.
 * Read-only: it runs again for a retried request, and an unavailable service must not use up the
 * nonce.
 */
export async function findProvenAccount(
  api: Api,
  memberId: number,
  { proof, token }: { readonly proof: string; readonly token: string },
  now: Date,
): Promise<Awaited<ReturnType<Lastfm['findProven']>> | undefined> {
  if (!(await hasProof(api.db, memberId, proof, now))) return undefined
  const source = openLastfm(api, INTERACTIVE_TIMEOUTS)
  return refuseFailures(failureTexts, titles.lastfm, () => source.findProven(token))
}
