import { describe, expect, test } from 'vitest'
import type { Listen } from '#contract/listening/listens.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { EMPTY_META } from '#src/offline/outbox/meta.ts'
import { NEVER, pendingOver } from '#src/offline/outbox/pending.ts'
import { overlayListens, type PagePlace } from './overlay.ts'

const id = (minute: number, track: number) =>
  `${Date.UTC(2026, 10, 24, 12, minute)}000.${String(track).padStart(10, '0')}`
const listen = (minute: number, track: string, more: Partial<Listen> = {}): Listen => ({
  id: id(minute, track.length),
  listened_at: new Date(Date.UTC(2026, 10, 24, 12, minute)).toISOString(),
  track_id: track.length,
  track,
  artist_id: 1,
  artist: 'Ebb',
  album_id: null,
  album: '',
  cover: '',
  lastfmtrackurl: '',
  source: 'played',
  player: '',
  client: '',
  service: '',
  ...more,
})
const entry = (seq: number, name: string, args: object, more: Partial<Entry> = {}): Entry => ({
  v: 1,
  seq,
  client_id: `act-${seq}`,
  action: `listening.${name}`,
  args: { user: 'ada', ...args },
  lane: 'listens',
  status: 'queued',
  attempts: 0,
  createdAt: 0,
  ...more,
})
const remove = (seq: number, row: Listen) => entry(seq, 'deleteListen', { id: row.id, track: row.track })
const correct = (seq: number, row: Listen, track: string, scope: string, album?: string) =>
  entry(seq, 'correctListen', {
    id: row.id,
    was: { artist: row.artist, track: row.track, album: row.album },
    artist: row.artist,
    track,
    scope,
    ...(album !== undefined && { album }),
  })
const add = (seq: number, minute: number, track: string) =>
  entry(seq, 'addListen', { artist: 'Ebb', track, album: '', listenedAt: listen(minute, track).listened_at })

const show = (rows: readonly Listen[], entries: Entry[], place: PagePlace = { limit: 200 }) => {
  const pending = pendingOver({ meta: EMPTY_META, entries }, NEVER)
  return shownRows(overlayListens(rows, pending, place)).map(({ track, album }) =>
    album ? `${track} on ${album}` : track,
  )
}

const noon = listen(50, 'Noon')
const dwan = listen(40, 'Dwan')
const onDays = listen(30, 'dwan', { album: 'Days' })
const rows = [noon, dwan, onDays]

describe('pending changes of listens', () => {
  test('a deleted listen is hidden, and its page keeps its length', () => {
    expect(show(rows, [remove(1, dwan)])).toEqual(['Noon', 'dwan on Days'])
    const pending = pendingOver({ meta: EMPTY_META, entries: [remove(1, dwan)] }, NEVER)
    expect(overlayListens(rows, pending, { limit: 200 })).toHaveLength(3)
  })

  test('a correction changes one listen, all of its track, or all on its album', () => {
    expect(show(rows, [correct(1, dwan, 'Dawn', 'one')])).toEqual(['Noon', 'Dawn', 'dwan on Days'])
    expect(show(rows, [correct(1, dwan, 'Dawn', 'track')])).toEqual(['Noon', 'Dawn', 'Dawn on Days'])
    expect(show(rows, [correct(1, onDays, 'Dawn', 'album', 'Long Days')])).toEqual([
      'Noon',
      'Dwan',
      'Dawn on Long Days',
    ])
  })

  test('changes apply in the order in which they were made, also to a listen that was added before', () => {
    const corrected = { ...dwan, track: 'Dawn' }
    const entries = [correct(1, dwan, 'Dawn', 'track'), correct(2, corrected, 'Dusk', 'track'), remove(3, dwan)]
    expect(show(rows, entries)).toEqual(['Noon', 'Dusk on Days'])
    expect(show(rows, [add(1, 45, 'Dwan'), correct(2, dwan, 'Dawn', 'track')])).toEqual([
      'Noon',
      'Dawn',
      'Dawn',
      'Dawn on Days',
    ])
    expect(show(rows, [correct(1, dwan, 'Dawn', 'track'), add(2, 45, 'Dwan')])).toEqual([
      'Noon',
      'Dwan',
      'Dawn',
      'Dawn on Days',
    ])
  })

  test('an added listen is shown at its time, once, on the page that its time is on', () => {
    expect(show(rows, [add(1, 45, 'Dusk')])).toEqual(['Noon', 'Dusk', 'Dwan', 'dwan on Days'])
    expect(show(rows, [add(1, 40, 'DWAN')])).toEqual(['Noon', 'Dwan', 'dwan on Days'])
    expect(show(rows, [add(1, 20, 'Dusk')], { limit: 3 })).toEqual(['Noon', 'Dwan', 'dwan on Days'])
    expect(show(rows, [add(1, 20, 'Dusk')], { limit: 4 })).toHaveLength(4)
    expect(show([dwan, onDays], [add(1, 55, 'Dusk')], { limit: 9, before: noon.id })).toEqual(['Dwan', 'dwan on Days'])
    expect(show([dwan, onDays], [add(1, 35, 'Dusk')], { limit: 9, before: noon.id })).toHaveLength(3)
  })

  test('an added listen is shown only if the filter lets it pass', () => {
    const range = { from: new Date(Date.UTC(2026, 10, 24)), until: new Date(Date.UTC(2026, 10, 25)) }
    const isShown = (place: Partial<PagePlace>) =>
      show(rows, [add(1, 45, 'Dusk')], { limit: 200, ...place }).includes('Dusk')
    expect(isShown({ range, artist: 'EBB', source: 'by-hand' })).toBe(true)
    expect(isShown({ range: { from: range.until, until: new Date(Date.UTC(2026, 10, 26)) } })).toBe(false)
    expect(isShown({ artist: 'Flow' })).toBe(false)
    expect(isShown({ source: 'played' })).toBe(false)
  })
})

test('a corrected artist replaces the name of all its listens, and no title', () => {
  const rows = [listen(3, 'Noon'), listen(2, 'Dusk', { artist: 'ebb' }), listen(1, 'Dawn', { artist: 'Flow' })]
  const correction = entry(1, 'correctListen', {
    id: rows[0]?.id,
    was: { artist: 'Ebb', track: 'Noon', album: '' },
    artist: 'Ebbe',
    track: 'Noon',
    scope: 'artist',
  })
  const pending = pendingOver({ meta: EMPTY_META, entries: [correction] }, NEVER)
  const once = shownRows(overlayListens(rows, pending, { limit: 200 }))
  expect(once.map(({ artist, track }) => `${track} by ${artist}`)).toEqual([
    'Noon by Ebbe',
    'Dusk by Ebbe',
    'Dawn by Flow',
  ])
  expect(shownRows(overlayListens(once, pending, { limit: 200 }))).toEqual(once)
})
