import { nameKey } from '#contract/accounts/names.ts'
import type { Listen } from '#contract/listening/listens.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { addListen, correctListen, deleteListen } from '../actions.ts'
import { reactToPlay } from '../reactions/actions.ts'
import { type reactionReads, withReaction } from '../reactions/overlay.ts'

export const listenReads = [deleteListen, correctListen, addListen] as const
type Changes = PendingOf<typeof listenReads>

/** A listen as it is displayed. `waiting`: it is only on this device so far. */
export interface ListenItem extends Listen {
  readonly waiting?: Entry
}
export type ListenRow = ListenItem | HiddenRow<string>

export interface PagePlace {
  /** The page cursor; undefined for the head. */
  readonly before?: string | undefined
  /** The requested row count: a shorter page is the last one. */
  readonly limit: number
  readonly range?: { readonly from: Date; readonly until: Date } | undefined
  readonly artist?: string | undefined
  readonly source?: string | undefined
}

/** Returns own listens with pending deletions, corrections and additions, in the user's order. */
export function overlayListens(listens: readonly Listen[], pending: Changes, place: PagePlace): ListenRow[] {
  const changes = [
    ...pending.of(deleteListen).map(({ entry, id }) => ({ seq: entry.seq, deletes: id })),
    ...pending.of(correctListen).map((action) => ({ seq: action.entry.seq, corrects: action })),
  ].toSorted((a, b) => a.seq - b.seq)
  const deleted = new Set<string>()
  const apply = (row: ListenItem): ListenItem => {
    let changed = row
    for (const change of changes) {
      // A listen that was added later has no part in it.
      if (row.waiting !== undefined && row.waiting.seq > change.seq) continue
      if ('corrects' in change) changed = correct(changed, change.corrects)
      else if (change.deletes === row.id) deleted.add(row.id)
    }
    return changed
  }
  const rows = [...listens, ...listAdded(listens, pending, place)].map(apply)
  const ordered = rows.toSorted((a, b) => Date.parse(b.listened_at) - Date.parse(a.listened_at))
  return hideRows(ordered, ({ id }) => deleted.has(id))
}

type Correction = PendingAction<typeof correctListen>

function correct(row: ListenItem, { id, was, artist, track, album, scope }: Correction): ListenItem {
  if (scope === 'artist') {
    if (row.id !== id && !isSameName(row.artist, was.artist)) return row
    const isOther = !isSameName(artist, row.artist)
    return {
      ...row,
      artist,
      artists: undefined,
      ...(isOther && { track_id: 0, artist_id: 0, album_id: null, cover: '' }),
    }
  }
  const isAlike =
    scope !== 'one' &&
    isSameName(row.artist, was.artist) &&
    isSameName(row.track, was.track) &&
    (scope === 'track' || isSameName(row.album, was.album))
  if (row.id !== id && !isAlike) return row
  const isRenamed = !isSameName(artist, row.artist) || !isSameName(track, row.track)
  return {
    ...row,
    artist,
    track,
    ...(artist !== row.artist && { artists: undefined }),
    // The pages for the correct names are not known here.
    ...(isRenamed && { track_id: 0, artist_id: isSameName(artist, row.artist) ? row.artist_id : 0 }),
    ...(album !== undefined && { album, album_id: null, cover: '' }),
  }
}

const isSameName = (a: string, b: string) => nameKey(a) === nameKey(b)

/** Returns the pending additions with a time on the page, unless the response has them. */
function listAdded(listens: readonly Listen[], pending: Changes, place: PagePlace): ListenItem[] {
  return pending
    .of(addListen)
    .filter((action) => isOnPage(listens, action, place) && !listens.some((listen) => isSame(listen, action)))
    .map(toItem)
}

type Addition = PendingAction<typeof addListen>

const isSame = (listen: Listen, { artist, track, listenedAt }: Addition) =>
  Math.abs(Date.parse(listen.listened_at) - Date.parse(listenedAt)) < 1000 &&
  isSameName(listen.artist, artist) &&
  isSameName(listen.track, track)

function isOnPage(listens: readonly Listen[], { listenedAt, artist }: Addition, place: PagePlace) {
  const { before, limit, range, artist: only, source } = place
  const at = Date.parse(listenedAt)
  if (before !== undefined && at >= Number(before) / 1000) return false
  const last = listens.at(-1)
  if (listens.length >= limit && last !== undefined && at < Date.parse(last.listened_at)) return false
  if (source !== undefined && source !== 'by-hand') return false
  if (only !== undefined && !isSameName(only, artist)) return false
  return range === undefined || (at >= range.from.getTime() && at < range.until.getTime())
}

/** Negative ids can't equal a real one; the entry's `seq` makes them unique. */
const toItem = ({ artist, track, album, listenedAt, entry }: Addition): ListenItem => ({
  id: String(-entry.seq),
  listened_at: listenedAt,
  track_id: 0,
  track,
  artist_id: 0,
  artist,
  album_id: null,
  album,
  cover: '',
  lastfmtrackurl: '',
  source: 'by-hand',
  player: '',
  client: '',
  service: '',
  waiting: entry,
})

/** Returns a page from another member's listens with the user's pending reactions. */
export function overlayOthersListens(
  listens: readonly Listen[],
  member: string,
  pending: PendingOf<typeof reactionReads>,
): ListenRow[] {
  if (pending.of(reactToPlay).length === 0) return [...listens]
  return listens.map((row) => {
    const { artist, track, listened_at } = row
    return withReaction(row, { member, artist, track, playedAt: listened_at }, pending)
  })
}
