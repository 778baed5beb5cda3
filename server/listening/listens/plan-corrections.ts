import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { correctDetails, type DetailsCorrection } from './correct-details.ts'
import { HOPS_MAX } from './find-listens.ts'
import type { ListenDetails } from './listen-details.ts'

/** A listen that arrives, with the main or another spelling of its track. */
export interface ArrivingListen {
  readonly memberId: number
  readonly trackId: number
  readonly artist: string
  readonly title: string
  readonly details?: ListenDetails | undefined
}

export interface FormerNames {
  /** The tracks that the listen was before it was corrected. */
  readonly formerIds: readonly number[]
}

/** A correction for all listens to a track, with the names of the right one. */
export interface CorrectionRule extends DetailsCorrection {
  readonly id: number
  readonly memberId: number
  readonly trackId: number
  /** The folded album title; empty: listens without one; null: on any. */
  readonly onAlbum: string | null
  readonly toTrack: number
  readonly toArtist: string
  readonly toTitle: string
  /** If all tracks by an artist are corrected: that artist. */
  readonly fromArtistId: number | null
}

/** What a listen is corrected to. */
type Plan = Omit<ArrivingListen, 'memberId'> & FormerNames

/** A listen after the correction with the id `last`; 0 before the first one. */
interface Step {
  readonly place: number
  readonly memberId: number
  readonly trackId: number
  readonly details: ListenDetails
  readonly last: number
}

/**
 * Returns what listens are corrected to, as if they had been there when each correction was made;
 * undefined without a correction. Follows `HOPS_MAX` corrections in a row: an imported file may have
 * thousands, and each may lead to a track that does not exist so far.
 */
export async function planCorrections(
  tx: Tx,
  corrections: readonly CorrectionRule[],
  mains: ReadonlyMap<number, number>,
  arriving: readonly ArrivingListen[],
): Promise<readonly (Plan | undefined)[]> {
  const rules = indexRules(corrections)
  const plans: (Plan | undefined)[] = arriving.map(() => undefined)
  let steps = arriving.map(({ memberId, trackId, details = {} }, place): Step => {
    return { place, memberId, trackId: mains.get(trackId) ?? trackId, details, last: 0 }
  })
  for (let hop = 0; hop < HOPS_MAX && steps.length > 0; hop++) {
    const matches = await matchRules(tx, rules, steps)
    steps = matches.map(({ step: { place, memberId, trackId, details }, rule }) => {
      const next = correctDetails(details, rule)
      // Without details a listen gets those from another source's copy.
      const isPlain = arriving[place]?.details === undefined && Object.keys(next).length === 0
      const formerIds = [...(plans[place]?.formerIds ?? []), trackId]
      const { toTrack, toArtist, toTitle } = rule
      plans[place] = {
        trackId: toTrack,
        artist: toArtist,
        title: toTitle,
        details: isPlain ? undefined : next,
        formerIds,
      }
      return { place, memberId, trackId: toTrack, details: next, last: rule.id }
    })
  }
  return plans
}

/** Corrections by what they apply to, each list in the order in which they were made. */
type RuleIndex = ReadonlyMap<string, readonly CorrectionRule[]>

/** The key of a rule for a track on one album, or on any (null). */
const toTrackKey = (memberId: number, trackId: number, onAlbum: string | null) =>
  JSON.stringify([memberId, 'track', trackId, onAlbum])
const toArtistKey = (memberId: number, artistId: number) => JSON.stringify([memberId, 'artist', artistId])

const indexRules = (rules: readonly CorrectionRule[]): RuleIndex =>
  Map.groupBy(rules, ({ memberId, trackId, onAlbum, fromArtistId }) =>
    fromArtistId === null ? toTrackKey(memberId, trackId, onAlbum) : toArtistKey(memberId, fromArtistId),
  )

interface KnownTrack {
  readonly artistId: number
  readonly title: string
}

/** Returns the first later correction that applies to a listen. */
function findRule(
  rules: RuleIndex,
  { memberId, trackId, details, last }: Step,
  track: KnownTrack | undefined,
): CorrectionRule | undefined {
  const keys = [
    toTrackKey(memberId, trackId, null),
    toTrackKey(memberId, trackId, nameKey(details.album ?? '')),
    ...(track === undefined ? [] : [toArtistKey(memberId, track.artistId)]),
  ]
  return keys.flatMap((key) => rules.get(key)?.find(({ id }) => id > last) ?? []).toSorted((a, b) => a.id - b.id)[0]
}

interface Match {
  readonly step: Step
  readonly rule: CorrectionRule
}

/**
 * Returns the next correction of each listen that has one. One of an artist becomes one of the
 * listen's track: the correct track is inserted.
 */
async function matchRules(tx: Tx, rules: RuleIndex, steps: readonly Step[]): Promise<readonly Match[]> {
  const hasArtistRules = rules.values().some(([rule]) => rule?.fromArtistId !== null)
  const tracks = hasArtistRules ? await findKnownTracks(tx, steps) : new Map<number, KnownTrack>()
  const matches = steps.flatMap((step): Match[] => {
    const rule = findRule(rules, step, tracks.get(step.trackId))
    return rule === undefined ? [] : [{ step, rule }]
  })
  const ofArtists = matches.filter(({ rule }) => rule.fromArtistId !== null)
  const names = ofArtists.map(({ step, rule }) => ({
    artist: rule.toArtist,
    title: tracks.get(step.trackId)?.title ?? '',
  }))
  const ids = names.length === 0 ? [] : await insertTracks(tx, names)
  const corrected = new Map(
    ofArtists.map((match, place) => [
      match,
      { toTitle: names[place]?.title ?? '', toTrack: ids[place] ?? 0, isTitleChanged: false },
    ]),
  )
  return matches.map((match) => ({ step: match.step, rule: { ...match.rule, ...corrected.get(match) } }))
}

async function findKnownTracks(tx: Tx, steps: readonly Step[]): Promise<ReadonlyMap<number, KnownTrack>> {
  const { rows } = await sql<KnownTrack & { id: number }>`
    select id, artist_id as "artistId", title from tracks
    where id = any(${[...new Set(steps.map(({ trackId }) => trackId))]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
