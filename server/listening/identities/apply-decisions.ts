import { type RawBuilder, sql } from 'kysely'
import type { MusicKind } from '#contract/moderation/music.ts'
import type { Tx } from '#server/db/open.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { nameKey } from '../catalogue/name-key.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { setCommonName } from '../catalogue/sent-names.ts'
import { SUBJECT_NUMBERS } from '../music/community-charts.ts'
import { splitFound } from './apply-split.ts'
import { listCounted, rebuildArtistPlays } from './count-artists.ts'
import { type Decision, findHolder, findName, findParts, toTable } from './decided-music.ts'
import { mergeAlbums, mergeTracks } from './merge.ts'
import { mergeNextPart, separateNextPart } from './merge-parts.ts'
import type { UndoMerge } from './merge-rows.ts'
import { undoMerge } from './undo-merge.ts'

/** Returns a query for decisions that {@link applyDecision} has to apply or to undo. */
export const findDueDecisions = (): RawBuilder<unknown> =>
  sql`select from music_decisions where state in ('waiting', 'undoing')`

/** Applies or undoes the oldest decision that is due, or a part of it. Returns whether there was one. */
export const applyDecision = (tx: Tx): Promise<boolean> => applyNext(tx, sql`true`)

/** Applies a decision, or a part of it. Returns whether it was due. */
export const applyDecisionById = (tx: Tx, id: number): Promise<boolean> => applyNext(tx, sql`id = ${id}`)

async function applyNext(tx: Tx, isMeant: RawBuilder<unknown>): Promise<boolean> {
  await lockForJoining(tx)
  const { rows } = await sql<Decision>`
    select * from music_decisions where state in ('waiting', 'undoing') and ${isMeant}
    order by id limit 1 for update`.execute(tx)
  const [decision] = rows
  if (decision === undefined) return false
  await (decision.state === 'waiting' ? apply(tx, decision) : undo(tx, decision))
  await sql`update community_charts set counted_at = 'epoch' where kind = ${sql.lit(SUBJECT_NUMBERS[decision.kind])}
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
 * was added for the new one; undefined if another row has the name, or the row is a spelling by now.
 */
async function rename(tx: Tx, kind: MusicKind, id: number, name: string): Promise<object | undefined> {
  const { table, name: column, key } = toTable(kind)
  const holder = await findHolder(tx, kind, id, name)
  const { rows: merged } = await sql`select from ${table} where id = ${id} and merged_into is not null`.execute(tx)
  if (merged.length > 0 || (holder !== undefined && holder !== id)) return undefined
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

/** Makes a credit one artist again. */
async function joinCredit(tx: Tx, creditId: number): Promise<void> {
  const artists = await listCounted(tx, creditId)
  if (artists.length === 1) return
  await sql`delete from artist_credits where credit_id = ${creditId}`.execute(tx)
  for (const id of [creditId, ...artists]) await rebuildArtistPlays(tx, id)
}
