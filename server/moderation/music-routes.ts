import * as contract from '#contract/moderation/music.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import {
  decideMerge,
  decideName,
  decideSplit,
  decideWhole,
  listDecisions,
  listSuggestions,
  undoDecision,
} from '#server/listening/index.ts'
import { registerMeasure } from './measure-routes.ts'

/** Registers the endpoints with which admins merge, split and rename artists, tracks and albums. */
export function moderatedMusicRoutes(api: Api): void {
  route(api, contract.getMusicDecisions, async ({ db, query }) => ({ decisions: await listDecisions(db, query) }))

  route(api, contract.getMusicSuggestions, async ({ db }) => ({ suggestions: await listSuggestions(db) }))

  registerMeasure(api, contract.mergeMusic, async (tx, actor, query) => {
    const { kind, artist, into_artist } = query
    const [title, intoTitle] = [getTitle(kind, query.title), getTitle(kind, query.into_title)]
    await decideMerge(tx, { kind, artist, title }, { artist: into_artist, title: intoTitle })
    const detail = `${toText(artist, title)} → ${toText(into_artist, intoTitle)}`
    await insertAuditEntry(tx, actor, { action: 'music_merged', detail })
  })

  registerMeasure(api, contract.renameMusic, async (tx, actor, query) => {
    const { kind, artist, name } = query
    const title = getTitle(kind, query.title)
    await decideName(tx, { kind, artist, title }, name)
    await insertAuditEntry(tx, actor, { action: 'music_renamed', detail: `${toText(artist, title)} → ${name}` })
  })

  registerMeasure(api, contract.splitArtist, async (tx, actor, query) => {
    const { artist, names } = query
    const artists = names?.split('\n').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) ?? []
    if (artists.length === 0) await decideWhole(tx, artist)
    else await decideSplit(tx, artist, artists)
    const action = artists.length === 0 ? 'artist_not_split' : 'artist_split'
    await insertAuditEntry(tx, actor, { action, detail: artist })
  })

  registerMeasure(api, contract.undoMusicDecision, async (tx, actor, query) => {
    const detail = await undoDecision(tx, query.id)
    await insertAuditEntry(tx, actor, { action: 'music_change_undone', detail })
  })
}

/** Returns a track's or album's title; empty for an artist. Throws a Refusal 400 without one. */
function getTitle(kind: contract.MusicKind, title: string): string {
  if (kind === 'artist') return ''
  if (title === '') throw new Refusal(400, `Enter the title of the ${kind}.`)
  return title
}

const toText = (artist: string, title: string) => (title === '' ? artist : `${title} - ${artist}`)
