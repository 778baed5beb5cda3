import { recognizeLink } from '#contract/listening/recognize-link.ts'
import { resolveLink } from '#contract/listening/shared-links.ts'
import { readTrackAddress } from '#contract/listening/track-services.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findTrackByName } from '#server/listening/index.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { createLinkLookUps } from './look-up.ts'

/**
 * Links a track to the address for which a service has returned its names. A track that is not
 * known here is linked when it is broadcast.
 */
async function linkKnownTrack(db: Db, names: { artist: string; title: string }, url: string): Promise<void> {
  const address = readTrackAddress(url)
  const trackId = address && (await findTrackByName(db, names))
  if (address === undefined || trackId === undefined) return
  await inTransaction(db, (tx) => storeTrackLinks(tx, [{ trackId, ...address }], 'shared'))
}

export function sharedLinkRoutes(api: Api): void {
  const { linkLookups } = api.config
  const lookUp = linkLookups && createLinkLookUps(api, linkLookups)
  route(api, resolveLink, async ({ query, member }) => {
    const { link } = recognizeLink(query.url)
    if (link === undefined) throw new Refusal(400, 'This is not a link to a track at a known service.')
    if (link.names !== undefined) return { outcome: 'found' as const, ...link.names }
    if (lookUp === null) return { outcome: 'off' as const, artist: '', title: '' }
    const { service } = link
    if (service === 'lastfm') throw new Error('a link of Last.fm has names')
    const looked = await lookUp({ ...link, service }, member.id)
    if (looked.outcome === 'found') await linkKnownTrack(api.db, looked, link.url)
    return looked
  })
}
