import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { getFollowers } from './accounts/people.ts'
import { createProfile } from './accounts/profile.ts'
import { resetPassword } from './accounts/session.ts'
import { getProfile, getUsers } from './accounts/user-profile.ts'
import { createBroadcast } from './broadcasts/broadcasts.ts'
import { getBroadcasts } from './broadcasts/feed.ts'
import { getArtist, getTopListeners, getTopTracks } from './listening/charts.ts'
import { getConversations, sendDirectMessage } from './messages/messages.ts'
import { addSongSwapReaction, findSongSwapMatch, getSongSwaps } from './swaps/swaps.ts'
import { Bool, Count, Done, IntParam, Moment, Num, Text, Username, Written, ZeroOrOne } from './wire.ts'

const read = <S extends v.GenericSchema>(schema: S, value: unknown) => v.parse(schema, value)
/** Returns a refusal's message, with the parameter's name. */
const refusal = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim())

describe('responses are read tolerantly', () => {
  test.each([
    ['7', 7],
    [' 7 ', 7],
    ['-1.25', -1.25],
    [7, 7],
  ])('the number %j is read as %j', (sent, expected) => expect(read(Num, sent)).toBe(expected))
  test.each(['', 'seven', '7 tracks', '0x10', '1e5', true, {}, [], Number.NaN, Number.POSITIVE_INFINITY])(
    'the value %j is rejected as a number',
    (sent) => expect(v.safeParse(Num, sent).success).toBe(false),
  )
  test.each([null, undefined, ' '])('a count of %j is read as 0', (sent) => expect(read(Count, sent)).toBe(0))
  test.each(['x ', ' x'])('the value %j is rejected as a count', (sent) => expect(v.is(Count, sent)).toBe(false))
  test.each([
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
    ['True', true],
    ['t', true],
    ['f', false],
    ['', false],
    [' yes ', true],
    ['yesterday', false],
    ['not true', false],
    [2, true],
    [Number.NaN, false],
    [true, true],
    [false, false],
    [null, false],
    [undefined, false],
  ])('the boolean %j is read as %j, and as 0 or 1', (sent, expected) => {
    expect(read(Bool, sent)).toBe(expected)
    expect(read(ZeroOrOne, sent)).toBe(expected ? 1 : 0)
  })
  test.each([
    [null, ''],
    [undefined, ''],
    ['a', 'a'],
    [12, '12'],
  ])('the text %j is read as %j', (sent, expected) => expect(read(Text, sent)).toBe(expected))

  test.each([
    [undefined, true],
    [null, true],
    ['', true],
    [{}, true],
    [[], true],
    [{ success: 1 }, true],
    [{ success: '1' }, true],
    [{ success: true }, true],
    [{ success: 0 }, false],
    [{ success: '0' }, false],
    [{ success: false }, false],
  ])('a write with the response %j succeeded: %j', (sent, success) => expect(read(Done, sent)).toEqual({ success }))
  test('the response of a write contains the id of the created row and its client_id', () => {
    const sent = { success: true, id: '12', client_id: 'c0ffee', more: 1 }
    expect(read(Done, sent)).toEqual({ success: true, id: 12, client_id: 'c0ffee' })
  })

  test.each([
    ['bo', 'bo'],
    [{ profile: 'bo', swag: 3 }, 'bo'],
    [{ username: 'bo', profileImage: 'x' }, 'bo'],
    [[{ profile: 'bo', swag: 3 }], 'bo'],
    [['bo'], 'bo'],
    [[], null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('a match sent as %j is read as %j', (sent, expected) =>
    expect(read(findSongSwapMatch.response, { matched_user_profile: sent }).matched_user_profile).toEqual(expected),
  )

  test('a profile of strings, zeros and nulls is valid', () => {
    const sent = {
      profile: 'ada',
      swag: '12',
      admin: '1',
      bootstrapped: true,
      id: '3',
      email: null,
      lastlogin: '2026-11-21 10:00:00',
    }
    expect(read(getProfile.response, { userProfile: [sent], extra: 1 }).userProfile).toEqual([
      {
        profile: 'ada',
        swag: 12,
        admin: 1,
        bootstrapped: 1,
        id: 3,
        email: '',
        firstname: '',
        lastname: '',
        profileurl: '',
        pfpsm: '',
        pfpmed: '',
        pfplg: '',
        pfpxl: '',
        lastlogin: '2026-11-21T10:00:00.000Z',
      },
    ])
  })
  test('a broadcast without our additions is valid', () => {
    const sent = {
      id: '9',
      user: 'bo',
      title: 'Hi',
      body: 'A by B',
      type: 'Track',
      timestamp: '2026-11-21 10:00:00',
      likes: '2',
      isLiked: 1,
    }
    const [broadcast] = read(getBroadcasts.response, { broadcasts: [{ ...sent, track: null }] }).broadcasts
    expect(broadcast).toMatchObject({ id: 9, likes: 2, isLiked: true, relatedid: null, track_url: '', user_pfp_sm: '' })
    expect(broadcast?.track).toBeUndefined()
  })
  test('a swap that has only begun has nulls on the other side', () => {
    const sent = {
      id: '4',
      initiated_user: 'ada',
      matched_user: 'bo',
      initiated_track_id: '7',
      initiated_reaction: '5',
    }
    const [swap] = read(getSongSwaps.response, { songSwaps: [sent] }).songSwaps
    expect(swap).toMatchObject({
      id: 4,
      initiated_track_id: 7,
      initiated_reaction: 5,
      matched_track_id: null,
      matched_reaction: null,
      song_swap_id: null,
    })
  })
  test('lists of a host without our additions are read without them', () => {
    expect(read(getFollowers.response, { followers: [{ follower: 'bo' }] }).followers[0]?.follower).toBe('bo')
    expect(
      read(getConversations.response, { conversations: [{ conversant: 'bo', lastconversation: null }] }).conversations,
    ).toEqual([{ conversant: 'bo', lastconversation: '', unread: undefined }])
  })
  test('a response of another shape is rejected', () => {
    expect(v.safeParse(getBroadcasts.response, { broadcasts: null }).success).toBe(false)
    expect(v.safeParse(getBroadcasts.response, '<html>').success).toBe(false)
    expect(v.safeParse(getArtist.response, {}).success).toBe(false)
  })
})

describe('queries are read strictly', () => {
  test.each([
    ['12', 12],
    [12, 12],
    ['-3', -3],
  ])('the integer %j is read as %j', (sent, expected) => expect(read(IntParam, sent)).toBe(expected))
  test.each(['', ' ', '1.5', '1e5', '0x1', 'abc', '12abc', '9999999999999999', '١٢', '1 2', 'NaN', '\0', '1\0'])(
    'the parameter %j is rejected as an integer',
    (sent) =>
      expect(refusal(addSongSwapReaction.query, { user: 'ada', songswapid: sent, reaction: 3 })).toEqual([
        'songswapid must be a whole number',
      ]),
  )
  test.each(['0', '-1'])('the parameter %s is rejected as an id', (sent) =>
    expect(refusal(addSongSwapReaction.query, { user: 'ada', songswapid: sent, reaction: 3 })).toEqual([
      'songswapid must be at least 1',
    ]),
  )
  test.each(['0', '6', '-1'])('the parameter %s is rejected as a rating', (sent) =>
    expect(refusal(addSongSwapReaction.query, { user: 'ada', songswapid: 1, reaction: sent })).toEqual([
      'reaction must be 1 to 5',
    ]),
  )
  test.each([
    ['ada', 'ada'],
    ['@ada', 'ada'],
    [' @Ada ', 'Ada'],
    ['a@b', 'a@b'],
    ['a.d-a_1', 'a.d-a_1'],
  ])('the name %j is read as %j', (sent, expected) => expect(read(Username, sent)).toBe(expected))
  test.each([
    ['', 'must not be empty'],
    ['  ', 'must not be empty'],
    ['@', 'must not be empty'],
    ['a'.repeat(65), 'must be at most 64 characters'],
    ['a\0b', 'must not contain the character NUL'],
  ])('the name %j is refused: %s', (sent, sentence) => expect(refusal(Username, sent)).toEqual([sentence]))
  test.each(['2024-01-01T00:00:00+05', '2024-01-01T00:00:00 +05', '2024-01-01'])(
    'the parameter %j is rejected as a time',
    (sent) => expect(refusal(Moment, sent)).toEqual(['must be a time such as 2024-05-17T00:00:00Z']),
  )
  test.each(['2024-01-01T00:00:00Z', '2024-01-01T05:00:00+05:00', '2024-01-01 05:00:00.5+0500'])(
    'the parameter %j is accepted as a time',
    (sent) => expect(read(Moment, sent)).toBe(sent),
  )
  test('text parameters are trimmed, not empty and bounded', () => {
    expect(read(Written(5), ' hello ')).toBe('hello')
    expect(refusal(Written(5), '   ')).toEqual(['must not be empty'])
    expect(refusal(Written(5), 'hello!')).toEqual(['must be at most 5 characters'])
  })
  test('text that the database cannot store is rejected', () => {
    const nul = 'a\0b'
    const person = { user: 'ada', firstname: 'ada', lastname: 'ada', email: 'a@b.c', password: 'correct horse' }
    const sentence = 'must not contain the character NUL'
    for (const name of ['user', 'firstname', 'lastname', 'email', 'password'])
      expect(refusal(createProfile.query, { ...person, [name]: nul })).toContain(`${name} ${sentence}`)
    expect(refusal(getUsers.query, { search_term: nul })).toEqual([`search_term ${sentence}`])
    expect(refusal(getTopListeners.query, { artist: nul })).toEqual([`artist ${sentence}`])
    expect(refusal(sendDirectMessage.query, { user: 'ada', recipient: 'bo', message: nul })).toEqual([
      `message ${sentence}`,
    ])
    expect(refusal(resetPassword.query, { token: nul, new_password: 'correct horse' })).toEqual([`token ${sentence}`])
    const share = { user: 'ada', title: nul, body: nul, relatedtype: 'Track', relatedid: 1 }
    expect(refusal(createBroadcast.query, share)).toEqual([`title ${sentence}`, `body ${sentence}`])
  })
  test('a refusal names field and rule, never the value', () => {
    const sentences = refusal(createProfile.query, {
      user: 'ada',
      firstname: '',
      lastname: '',
      email: 'secret'.repeat(50),
      password: 'secret'.repeat(50),
    })
    expect(sentences).toEqual(['email must be at most 254 characters', 'password must be at most 200 characters'])
  })
  test("an omitted parameter has the spec's default", () => {
    expect(read(getTopTracks.query, { user: 'ada' })).toEqual({ user: 'ada', period: '7day', limit: 100 })
    expect(read(getTopListeners.query, { artist: 'Mothlight' })).toEqual({
      artist: 'Mothlight',
      period: 'overall',
      limit: 50,
    })
    expect(refusal(getTopTracks.query, { user: 'ada', period: 'week' })).toEqual([
      'period must be one of overall, 7day, 1month, 3month, 6month, 12month',
    ])
    expect(refusal(getTopTracks.query, { user: 'ada', limit: '1001' })).toEqual(['limit must be at most 1000'])
  })
  test('unknown query parameters are ignored', () => {
    expect(read(getBroadcasts.query, { current_user: 'ada', utm_source: 'x' })).toEqual({
      current_user: 'ada',
      limit: 100,
    })
  })
  test('a client_id is a UUID', () => {
    const like = { user: 'ada', recipient: 'bo', message: 'hi' }
    expect(refusal(sendDirectMessage.query, { ...like, client_id: '1' })).toEqual(['client_id must be a UUID'])
    expect(refusal(sendDirectMessage.query, { ...like, client_id: crypto.randomUUID() })).toBeUndefined()
  })
})
