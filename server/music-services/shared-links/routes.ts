import { recognizeLink } from '#contract/listening/recognize-link.ts'
import { resolveLink } from '#contract/listening/shared-links.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { createLinkLookUps } from './look-up.ts'

/** Registers the endpoints of shared links. */
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
    return lookUp({ ...link, service }, member.id)
  })
}
