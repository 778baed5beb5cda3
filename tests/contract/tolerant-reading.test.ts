import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { getReplies } from '#contract/broadcasts/replies.ts'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { getListeningSources } from '#contract/listening/imports.ts'
import { Rows } from '#contract/rows.ts'
import { fieldsIn, listsIn, type Path, sampleOf, valueAt, withValueAt } from '#tests/support/response-samples.ts'
import { section7 } from './section7.ts'

const reads = endpoints.filter(({ method }) => method === 'GET')

/**
 * The fields of the spec's calls that a record requires: the row, or outside a list the response,
 * is invalid without them. Every other field may be absent.
 */
const needed: Readonly<Record<string, readonly string[]>> = {
  'GET /api/user/profile': ['userProfile', 'userProfile.0.profile'],
  'GET /api/user/get-users': ['userProfile', 'userProfile.0.profile'],
  'GET /api/artist/by-id': ['artist', 'artist.id', 'artist.name'],
  'GET /api/artist/top-listeners': ['topListeners', 'topListeners.0.username'],
  'GET /api/user/followers': ['followers', 'followers.0.follower'],
  'GET /api/user/following': ['following', 'following.0.following'],
  'GET /api/user/top-artists': ['topArtists', 'topArtists.0.id', 'topArtists.0.name'],
  'GET /api/user/top-broadcasted-tracks': ['topTracks', 'topTracks.0.broadcastid', 'topTracks.0.track'],
  'GET /api/user/top-tracks': ['topTracks', 'topTracks.0.id', 'topTracks.0.track'],
  'GET /api/get-song-swaps': ['songSwaps', 'songSwaps.0.id', 'songSwaps.0.initiated_user', 'songSwaps.0.matched_user'],
  'GET /api/user/direct-messages': ['changed.0.id', 'directMessages', 'directMessages.0.id'],
  'GET /api/user/conversations': ['conversations', 'conversations.0.conversant'],
  'GET /api/get-broadcasts': [
    'broadcasts',
    'broadcasts.0.id',
    'broadcasts.0.mentions.0.username',
    'broadcasts.0.mentions.0.written',
    'broadcasts.0.own_replies.0.id',
    'broadcasts.0.user',
  ],
}

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

/** Returns the path to the innermost list row that contains a field. */
const rowOf = (path: Path) => path.slice(0, path.lastIndexOf(0) + 1)

/**
 * Returns whether a response is read, and still has the field's row, or the response itself outside
 * lists.
 */
function isRead(schema: v.GenericSchema, response: unknown, path: Path) {
  const read = v.safeParse(schema, response)
  if (!read.success) return false
  const list = rowOf(path).slice(0, -1)
  const rows = valueAt(read.output, list)
  return list.length === 0 || (Array.isArray(rows) && rows.length === 2)
}

const specReads = reads.filter((endpoint) => endpointName(endpoint) in section7)

test.each(specReads.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  'only the fields of the table must be present in %s',
  (name, { response: schema }) => {
    const response = sampleOf(schema)
    const missed = fieldsIn(schema).filter((path) => !isRead(schema, withValueAt(response, path, undefined), path))
    expect(missed.map((path) => path.join('.')).toSorted()).toEqual((needed[name] ?? []).toSorted())
  },
)

describe.each(reads.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  '%s',
  (_name, { response: schema }) => {
    const response = sampleOf(schema)
    const paths = fieldsIn(schema)

    test('a complete response is read completely', () => {
      expect(v.safeParse(schema, response).issues).toBeUndefined()
      for (const { path } of listsIn(schema)) expect(valueAt(v.parse(schema, response), path)).toHaveLength(2)
    })

    test('an absent or null boolean is false, but a like and a reaction unknown, and an absent or null flag or count is 0', () => {
      for (const path of paths) {
        const full = valueAt(v.parse(schema, response), path)
        for (const replacement of [undefined, null]) {
          const read = v.safeParse(schema, withValueAt(response, path, replacement))
          const value = read.success ? valueAt(read.output, path) : undefined
          if (full === true)
            expect([path, value]).toEqual([path, unknownFlags.includes(path.at(-1)) ? undefined : false])
          if (full === 1 && value !== undefined) expect([path, value]).toEqual([path, 0])
        }
      }
    })

    test('a malformed row is dropped alone, in every list', () => {
      for (const { path, dropsRows } of listsIn(schema)) {
        expect([path, dropsRows]).toEqual([path, true])
        const rows = valueAt(response, path) as unknown[]
        const [first, second] = rows
        const odd = [first, null, 5, 'row', [], {}, [first], true, second]
        const read = v.safeParse(schema, withValueAt(response, path, odd))
        expect([path, read.issues]).toEqual([path, undefined])
        expect(valueAt(read.output, path)).toEqual(valueAt(v.parse(schema, response), path))
      }
    })
  },
)

/** Flags that a host may not have: without them nothing is offered. */
const unknownFlags: readonly unknown[] = ['isLiked', 'is_reacted']

/** The reasons for skipped records of the first import. */
const SKIPPED: Path = ['imports', 0, 'skipped']

/** Lists that only hosts with our additions send. */
const addedLists: readonly unknown[] = [
  'impossible',
  'doubles',
  'changed',
  'talks',
  'set_aside',
  'unread_from',
  'waiting_swaps',
  'links',
]

test('a response without its list, or with another value in its place, is rejected', () => {
  for (const { response: schema } of reads)
    for (const { path } of listsIn(schema).filter(
      ({ path: [field, ...below] }) => below.length === 0 && !addedLists.includes(field),
    ))
      for (const replacement of [undefined, null, 'rows', 5, {}]) {
        const response = withValueAt(sampleOf(schema), path, replacement)
        expect([path, replacement, v.safeParse(schema, response).success]).toEqual([path, replacement, false])
      }
})

test('a list with rows of which none is valid is read as null in its place: rejected, or absent if it is an addition', () => {
  const read = (schema: v.GenericSchema, path: Path, list: unknown) => {
    const { success, output } = v.safeParse(schema, withValueAt(sampleOf(schema), path, list))
    return success ? valueAt(output, path) : 'rejected'
  }
  for (const { response: schema } of reads)
    for (const { path } of listsIn(schema).filter(({ path }) => path.length === 1))
      for (const rows of [[null], [{}, 'row']])
        expect([path, rows, read(schema, path, rows)]).toEqual([path, rows, read(schema, path, null)])
})

test('a reply without a valid mention, and an import without a valid reason for skipped records, are read', () => {
  const reply = { id: 1, user: 'bo', mentions: [{}] }
  expect(v.parse(getReplies.response, { replies: [reply] }).replies).toMatchObject([{ id: 1, mentions: [] }])
  const sources = sampleOf(getListeningSources.response)
  const { imports } = v.parse(getListeningSources.response, withValueAt(sources, SKIPPED, [{ reason: 'newer' }]))
  expect(imports.map(({ skipped }) => skipped.length)).toEqual([0, 2])
})

test('a dropped row is logged once per field and list, without its values', () => {
  const list = Rows(v.object({ id: v.number(), name: v.string() }))
  for (let poll = 0; poll < 3; poll++)
    v.parse(list, [{ id: 'secret', name: 'a' }, { id: 1 }, 7, { id: 1, name: 'name' }])
  expect(warn.mock.calls.flat()).toEqual([
    'A row of a response could not be read and is not shown: id, expected number.',
    'A row of a response could not be read and is not shown: name, expected "name".',
    'A row of a response could not be read and is not shown: the row itself, expected Object.',
  ])
})

test('numbers that are empty strings count as absent', () => {
  const row = { id: '1', user: 'bo', relatedid: '', likes: ' ', isLiked: '' }
  expect(v.parse(getBroadcasts.response, { broadcasts: [row] })).toMatchObject({
    broadcasts: [{ id: 1, relatedid: null, likes: 0, isLiked: false }],
  })
})

test('an addition that a foreign host uses differently counts as absent', () => {
  const row = { id: 1, user: 'bo', track: { id: 4 }, artist: ['x'], about_swap: 'none' }
  const { broadcasts, viewer } = v.parse(getBroadcasts.response, { broadcasts: [row], viewer: { name: 'bo' } })
  expect([broadcasts[0]?.track, viewer]).toEqual([undefined, undefined])
})
