import { expect, test } from 'vitest'
import {
  addDraft,
  DRAFTS_MAX,
  draftKey,
  formatDrafts,
  parseDrafts,
  putDraft,
  removeDraft,
  removeTrackDrafts,
  type SharedDraft,
} from './draft-list.ts'
import { SHARED_TEXT_MAX } from './parse-shared-text.ts'

const SPOTIFY = 'https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm'

const toDraft = (text: string, names: Partial<SharedDraft> = {}): SharedDraft => ({
  fields: { title: '', text, url: '' },
  artist: '',
  title: '',
  at: 1,
  ...names,
})

test('a link that is shared again adds no other draft, and its corrected names stay', () => {
  const stored = [toDraft(SPOTIFY, { artist: 'Nine Rooms', title: 'Slow Ferry' })]
  expect(addDraft(stored, { url: `${SPOTIFY}?si=another` }, 2)).toBe(stored)
  expect(addDraft(stored, { text: 'something else' }, 2)).toEqual([toDraft('something else', { at: 2 }), ...stored])
})

test('saved names replace those of the same link', () => {
  const named = toDraft(`${SPOTIFY}?si=another`, { artist: 'Nine Rooms' })
  expect(putDraft([toDraft(SPOTIFY)], named)).toEqual([named])
})

test('a further link beyond the maximum is not added, and none is dropped', () => {
  const full = Array.from({ length: DRAFTS_MAX }, (_, at) => toDraft(`text ${at}`))
  expect(addDraft(full, { text: 'one more' }, 2)).toBe(full)
  expect(addDraft(full.slice(1), { text: 'one more' }, 2)).toHaveLength(DRAFTS_MAX)
})

test('the drafts of a track are removed when it is posted, whatever the case of its names', () => {
  const drafts = [toDraft(SPOTIFY, { artist: 'Nine Rooms', title: 'Slow Ferry' }), toDraft('other')]
  expect(removeTrackDrafts(drafts, { artist: ' nine rooms', title: 'SLOW FERRY' })).toEqual([toDraft('other')])
  expect(removeDraft(drafts, draftKey({ text: SPOTIFY }))).toEqual([toDraft('other')])
})

test('drafts survive storage, and an invalid one is dropped alone', () => {
  const drafts = [toDraft(SPOTIFY, { title: 'Slow Ferry' }), toDraft('other')]
  expect(parseDrafts(formatDrafts(drafts))).toEqual(drafts)
  expect(formatDrafts([])).toBe('')
  expect(parseDrafts(JSON.stringify([drafts[0], { at: 'x' }, null, drafts[1]]))).toEqual(drafts)
  for (const text of ['', 'x', '{}', 'null']) expect(parseDrafts(text)).toEqual([])
})

test('a long text is stored cut', () => {
  const [draft] = addDraft([], { text: 'x'.repeat(100_000) }, 1)
  expect(draft?.fields.text).toHaveLength(SHARED_TEXT_MAX)
  expect(addDraft(draft ? [draft] : [], { text: 'x'.repeat(100_000) }, 2)).toHaveLength(1)
})
