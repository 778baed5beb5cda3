import { sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { MusicKind } from '#contract/moderation/music.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { type Decision, findHolder, findParts, toTable } from './decided-music.ts'
import { selectDecidedName } from './list-decisions.ts'
import { isAnyCredit } from './merge.ts'
import { isMerged } from './undo-merge.ts'

/*
 * What admins decide about artists, tracks and albums, and the merges on which members agreed. A
 * decision is a row of `music_decisions`: a job applies it, or undoes it and deletes the row
 * (apply-decisions.ts). Merges of artists take several transactions; `undo` has what those so far have
 * changed. docs/identity.md
 */

/** An artist, or a track or album of one, by its names. */
interface NamedMusic {
  readonly kind: MusicKind
  readonly artist: string
  /** For a track or album. */
  readonly title: string
}

/**
 * Returns the id of an artist, track or album; for a spelling, the main id. Throws a Refusal 404.
 */
async function getMusicId(db: Db, { kind, artist, title }: NamedMusic): Promise<number> {
  const { table } = toTable(kind)
  const { rows } = await (kind === 'artist'
    ? sql<{ id: number }>`select coalesce(merged_into, id) as id from artists where name_key = ${nameKey(artist)}`
    : sql<{ id: number }>`select coalesce(own.merged_into, own.id) as id
          from artists join ${table} as own on own.artist_id = coalesce(artists.merged_into, artists.id)
          where artists.name_key = ${nameKey(artist)} and own.title_key = ${nameKey(title)}`
  ).execute(db)
  if (rows[0] !== undefined) return rows[0].id
  throw new Refusal(404, `There is no ${kind} "${kind === 'artist' ? artist : `${title}" by "${artist}`}".`)
}

/** Decides that two are one. Throws a Refusal. */
export async function decideMerge(tx: Tx, from: NamedMusic, into: Omit<NamedMusic, 'kind'>): Promise<void> {
  const { kind } = from
  const [fromId, intoId] = [await getMusicId(tx, from), await getMusicId(tx, { ...into, kind })]
  if (fromId === intoId) throw new Refusal(409, `These names are one ${kind} already.`)
  if (kind === 'artist' && (await isAnyCredit(tx, { from: fromId, into: intoId })))
    throw new Refusal(409, 'A credit of several artists cannot be merged. Make it one artist first.')
  if (kind === 'track') {
    const { rows } = await sql`select from tracks where id in (${fromId}, ${intoId}) group by artist_id`.execute(tx)
    if (rows.length > 1) throw new Refusal(409, 'Tracks of two artists cannot be merged. Merge the artists first.')
  }
  await sql`delete from music_decisions where kind = ${kind} and action = 'apart'
    and (music_id, into_id) in ((${fromId}, ${intoId}), (${intoId}, ${fromId}))`.execute(tx)
  await insertDecision(tx, { action: 'merge', kind, musicId: fromId, intoId })
}

/** Decides under which name an artist, track or album is shown. Throws a Refusal. */
export async function decideName(tx: Tx, music: NamedMusic, sent: string): Promise<void> {
  const [musicId, name] = [await getMusicId(tx, music), normalizeName(sent)]
  const holder = await findHolder(tx, music.kind, musicId, name)
  if (holder !== undefined && holder !== musicId)
    throw new Refusal(409, `There is another ${music.kind} with this name. Merge them instead.`)
  await insertDecision(tx, { action: 'rename', kind: music.kind, musicId, names: [name] })
}

/** Decides which artists a credit has. Throws a Refusal. */
export async function decideSplit(tx: Tx, artist: string, names: readonly string[]): Promise<void> {
  const musicId = await getMusicId(tx, { kind: 'artist', artist, title: '' })
  if ((await findParts(tx, musicId, names)) === undefined)
    throw new Refusal(400, 'The name must consist of these artists in this order, and of nothing else.')
  await deleteDecisions(tx, musicId)
  await insertDecision(tx, { action: 'split', kind: 'artist', musicId, names })
}

/** Decides that a name is one artist, also if it looks like a credit. Throws a Refusal 404. */
export async function decideWhole(tx: Tx, artist: string): Promise<void> {
  const musicId = await getMusicId(tx, { kind: 'artist', artist, title: '' })
  await deleteDecisions(tx, musicId)
  await insertDecision(tx, { action: 'whole', kind: 'artist', musicId })
}

/** Deletes the decisions about the artists in a name: a later decision replaces them. */
const deleteDecisions = (tx: Tx, musicId: number) =>
  sql`delete from music_decisions where kind = 'artist' and music_id = ${musicId}
    and action in ('split', 'whole')`.execute(tx)

interface NewDecision {
  readonly action: Decision['action']
  readonly kind: MusicKind
  readonly musicId: number
  readonly intoId?: number
  readonly names?: readonly string[]
}

/** The most decisions that wait to be applied. */
const WAITING_MAX = 1000

async function insertDecision(tx: Tx, { action, kind, musicId, intoId, names = [] }: NewDecision): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from music_decisions
    where state in ('waiting', 'undoing')`.execute(tx)
  if ((rows[0]?.waiting ?? 0) >= WAITING_MAX) throw new Refusal(409, 'Too many changes are waiting. Try again later.')
  await sql`insert into music_decisions (action, kind, music_id, into_id, names)
    values (${action}, ${kind}, ${musicId}, ${intoId ?? null}, ${names}::text[])`.execute(tx)
}

/**
 * Undoes a decision: the job does, if it was applied. Returns a description for the audit log. Throws
 * a Refusal 404, or 409 if a later one has to be undone first.
 */
export async function undoDecision(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<Decision & { name: string }>`
    select music_decisions.*, ${selectDecidedName('music_id')} as name
    from music_decisions where id = ${id} for update`.execute(tx)
  const [decision] = rows
  if (decision === undefined) throw new Refusal(404, 'There is no such change.')
  const { action, kind, state, music_id: from, into_id } = decision
  const into = into_id ?? 0
  const isBegun = state === 'waiting' && decision.undo !== null
  if (isBegun) await sql`update music_decisions set state = 'undoing' where id = ${id}`.execute(tx)
  else if (state === 'waiting' || state === 'impossible' || action === 'apart')
    await sql`delete from music_decisions where id = ${id}`.execute(tx)
  else if (action === 'merge' && !(await isMerged(tx, kind, { from, into })))
    throw new Refusal(409, 'One of them was merged again since. Undo that first.')
  else await sql`update music_decisions set state = 'undoing' where id = ${id}`.execute(tx)
  return `${action}: ${decision.name}`
}
