import * as contract from '#contract/moderation/music.ts'
import { type AuditAction, insertAuditEntry } from '#server/audit/index.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
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

interface Acting {
  readonly tx: Tx
  readonly member: Member
  readonly now: Date
}

const record = ({ tx, member, now }: Acting, action: AuditAction, detail: string) =>
  insertAuditEntry(tx, { adminId: member.id, now }, { action, detail })

/** Registers the endpoints with which admins merge, split and rename artists, tracks and albums. */
export function moderatedMusicRoutes(api: Api): void {
  route(api, contract.getMusicDecisions, async ({ db, query }) => ({ decisions: await listDecisions(db, query) }))

  route(api, contract.getMusicSuggestions, async ({ db }) => ({ suggestions: await listSuggestions(db) }))

  registerMeasure(api, contract.mergeMusic, async (input) => {
    const { kind, artist, into_artist } = input.query
    const [title, intoTitle] = [getTitle(kind, input.query.title), getTitle(kind, input.query.into_title)]
    await decideMerge(input.tx, { kind, artist, title }, { artist: into_artist, title: intoTitle })
    await record(input, 'music_merged', `${toText(artist, title)} → ${toText(into_artist, intoTitle)}`)
  })

  registerMeasure(api, contract.renameMusic, async (input) => {
    const { kind, artist, name } = input.query
    const title = getTitle(kind, input.query.title)
    await decideName(input.tx, { kind, artist, title }, name)
    await record(input, 'music_renamed', `${toText(artist, title)} → ${name}`)
  })

  registerMeasure(api, contract.splitArtist, async (input) => {
    const { artist, names } = input.query
    const artists = names?.split('\n').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) ?? []
    if (artists.length === 0) await decideWhole(input.tx, artist)
    else await decideSplit(input.tx, artist, artists)
    await record(input, artists.length === 0 ? 'artist_not_split' : 'artist_split', artist)
  })

  registerMeasure(api, contract.undoMusicDecision, async (input) => {
    await record(input, 'music_change_undone', await undoDecision(input.tx, input.query.id))
  })
}

/** Returns a track's or album's title; empty for an artist. Throws a Refusal 400 without one. */
function getTitle(kind: contract.MusicKind, title: string): string {
  if (kind === 'artist') return ''
  if (title === '') throw new Refusal(400, `Enter the title of the ${kind}.`)
  return title
}

const toText = (artist: string, title: string) => (title === '' ? artist : `${title} - ${artist}`)
