import { type RawBuilder, sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { MusicKind } from '#contract/moderation/music.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { nameKey } from '../catalogue/name-key.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { setCommonName } from '../catalogue/sent-names.ts'
import { splitBySent } from '../catalogue/split-credit.ts'
import { listCounted, rebuildArtistPlays } from './count-artists.ts'
import { selectDecidedName } from './list-decisions.ts'
import { mergeAlbums, mergeTracks } from './merge.ts'
import { mergeNextPart, separateNextPart } from './merge-parts.ts'
import type { UndoMerge } from './merge-rows.ts'
import { splitFound } from './split-credits.ts'
import { isMerged, undoMerge } from './undo-merge.ts'

/*
 * What admins decide about artists, tracks and albums, and the merges on which members agreed. A
 * decision is a row of `music_decisions`: a job applies it, or undoes it and deletes the row. Merges
 * of artists take several transactions; `undo` has what those so far have changed. docs/identity.md
 */

/** An artist, or a track or album of one, by its names. */
export interface NamedMusic {
  readonly kind: MusicKind
  readonly artist: string
  /** For a track or album. */
  readonly title: string
}

interface Decision {
  readonly id: number
  readonly action: 'merge' | 'apart' | 'rename' | 'split' | 'whole'
  readonly kind: MusicKind
  readonly music_id: number
  readonly into_id: number | null
  readonly names: readonly string[]
  readonly state: 'waiting' | 'applied' | 'undoing' | 'impossible'
  readonly is_automatic: boolean
  readonly undo: UndoMerge | null
}

/** Numbers for `community_charts.kind`. */
const CHARTS = { artist: 0, album: 1, track: 2 } as const

/** The table for a kind, its columns, and its rows that may have the same name. */
const toTable = (kind: MusicKind) => ({
  table: sql.table(`${kind}s`),
  name: sql.ref(kind === 'artist' ? 'name' : 'title'),
  key: sql.ref(kind === 'artist' ? 'name_key' : 'title_key'),
})

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
  if (kind === 'artist') {
    const { rows } = await sql`select from artist_credits where credit_id in (${fromId}, ${intoId}) limit 1`.execute(tx)
    if (rows.length > 0)
      throw new Refusal(409, 'A credit of several artists cannot be merged. Make it one artist first.')
  }
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
  sql`delete from music_decisions where kind = 'artist' and music_id = ${musicId} and action in ('split', 'whole')`.execute(
    tx,
  )

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
  const { rows } = await sql<
    Decision & { name: string }
  >`select music_decisions.*, ${selectDecidedName('music_id')} as name
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

/** Returns a query for decisions that {@link applyDecision} has to apply or to undo. */
export const findDueDecisions = (): RawBuilder<unknown> =>
  sql`select from music_decisions where state in ('waiting', 'undoing')`

/** Applies or undoes the oldest decision that is due, or a part of it. Returns whether there was one. */
export const applyDecision = (tx: Tx): Promise<boolean> => applyNext(tx, sql`true`)

/** Applies a decision, or a part of it. Returns whether it was due. */
export const applyDecisionById = (tx: Tx, id: number): Promise<boolean> => applyNext(tx, sql`id = ${id}`)

async function applyNext(tx: Tx, isMeant: RawBuilder<unknown>): Promise<boolean> {
  await lockForJoining(tx)
  const { rows } =
    await sql<Decision>`select * from music_decisions where state in ('waiting', 'undoing') and ${isMeant}
    order by id limit 1 for update`.execute(tx)
  const [decision] = rows
  if (decision === undefined) return false
  await (decision.state === 'waiting' ? apply(tx, decision) : undo(tx, decision))
  await sql`update community_charts set counted_at = 'epoch' where kind = ${sql.lit(CHARTS[decision.kind])}
    and id in (${decision.music_id}, ${decision.into_id ?? decision.music_id})`.execute(tx)
  return true
}

async function apply(tx: Tx, decision: Decision): Promise<void> {
  const { id, action, kind, music_id: musicId, names } = decision
  if (action === 'merge') return merge(tx, decision)
  let done: object | undefined = {}
  if (action === 'rename') done = await rename(tx, kind, musicId, names[0] ?? '')
  else if (action === 'split') {
    const parts = await findParts(tx, musicId, names)
    done = parts !== undefined && (await splitFound(tx, [[musicId, parts]])).length > 0 ? {} : undefined
  } else await joinCredit(tx, musicId)
  await storeDone(tx, id, done)
}

async function merge(tx: Tx, decision: Decision): Promise<void> {
  const { id, kind, music_id: from, into_id, is_automatic, undo: former } = decision
  const into = into_id ?? 0
  const name = former?.name ?? (await findName(tx, kind, into))
  const part = await mergePart(tx, kind, { from, into }, former)
  if (part === undefined && is_automatic) {
    await sql`delete from music_decisions where id = ${id}`.execute(tx)
    return
  }
  await storeDone(tx, id, part?.undo, part?.isLast)
  // The one that the admin chose retains its name, also if more members sent the other one.
  if (part?.isLast === true && kind !== 'album' && !is_automatic) await setCommonName(tx, kind, into, name)
}

/** Merges two tracks or albums, or the next part of two artists. */
async function mergePart(tx: Tx, kind: MusicKind, pair: Pair, former: UndoMerge | null) {
  if (kind === 'artist') return mergeNextPart(tx, pair, former)
  const undo = await (kind === 'track' ? mergeTracks : mergeAlbums)(tx, pair)
  return undo && { undo, isLast: true }
}

const storeDone = (tx: Tx, id: number, done: object | undefined, isLast = true) =>
  sql`update music_decisions set state = ${done === undefined ? 'impossible' : isLast ? 'applied' : 'waiting'},
    undo = ${done === undefined ? null : JSON.stringify(done)}::jsonb where id = ${id}`.execute(tx)

async function undo(tx: Tx, decision: Decision): Promise<void> {
  const { id, action, kind, music_id: musicId, into_id, is_automatic, undo: former } = decision
  let becomes: Decision['action'] | undefined
  if (action === 'merge' && former !== null) {
    const pair = { from: musicId, into: into_id ?? 0 }
    if (kind === 'artist' && (await separateNextPart(tx, pair, former))) return
    await undoMerge(tx, kind, pair, former)
    // The members still agree: without this they would be joined again.
    if (is_automatic) becomes = 'apart'
  } else if (action === 'rename' && former !== null) {
    if (kind === 'album') await sql`update albums set title = ${former.name} where id = ${musicId}`.execute(tx)
    else await setCommonName(tx, kind, musicId, former.name)
    await sql`update ${toTable(kind).table} set merged_into = null
      where id = any(${former.spellings}::bigint[]) and merged_into = ${musicId}`.execute(tx)
  } else if (action === 'split') {
    await joinCredit(tx, musicId)
    becomes = 'whole'
  } else if (action === 'whole')
    await sql`insert into possible_credits (artist_id) values (${musicId})
      on conflict (artist_id) do update set due_at = 'epoch'`.execute(tx)
  await (becomes === undefined
    ? sql`delete from music_decisions where id = ${id}`
    : sql`update music_decisions set action = ${becomes}, state = 'applied', undo = null where id = ${id}`
  ).execute(tx)
}

/**
 * Shows a row under a name, which belongs to it from now on. Returns the former name, and the row that
 * was added for the new one; undefined if another row has the name.
 */
async function rename(tx: Tx, kind: MusicKind, id: number, name: string): Promise<object | undefined> {
  const { table, name: column, key } = toTable(kind)
  const holder = await findHolder(tx, kind, id, name)
  if (holder !== undefined && holder !== id) return undefined
  const former = await findName(tx, kind, id)
  const spellings: number[] = []
  if (holder === undefined) {
    const owner = kind === 'artist' ? sql`` : sql`artist_id,`
    const { rows } = await sql<{ id: number }>`insert into ${table} (${owner} ${column}, ${key}, merged_into)
      select ${owner} ${name}, ${nameKey(name)}, id from ${table} where id = ${id} returning id`.execute(tx)
    spellings.push(...rows.map((row) => row.id))
  }
  if (kind === 'album') await sql`update albums set title = ${name} where id = ${id}`.execute(tx)
  else await setCommonName(tx, kind, id, name)
  return { name: former, spellings }
}

/** Returns the main row that a name belongs to, among all artists or within one artist. */
async function findHolder(db: Db, kind: MusicKind, id: number, name: string): Promise<number | undefined> {
  const { table, key } = toTable(kind)
  const isOfSame = kind === 'artist' ? sql`true` : sql`artist_id = (select artist_id from ${table} where id = ${id})`
  const { rows } = await sql<{ id: number }>`select coalesce(merged_into, id) as id from ${table}
    where ${key} = ${nameKey(name)} and ${isOfSame}`.execute(db)
  return rows[0]?.id
}

async function findName(db: Db, kind: MusicKind, id: number): Promise<string> {
  const { table, name } = toTable(kind)
  const { rows } = await sql<{ name: string }>`select ${name} as name from ${table} where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

async function findParts(db: Db, id: number, names: readonly string[]) {
  return splitBySent(await findName(db, 'artist', id), names)?.parts
}

/** Makes a credit one artist again. */
async function joinCredit(tx: Tx, creditId: number): Promise<void> {
  const artists = await listCounted(tx, creditId)
  if (artists.length === 1) return
  await sql`delete from artist_credits where credit_id = ${creditId}`.execute(tx)
  for (const id of [creditId, ...artists]) await rebuildArtistPlays(tx, id)
}
