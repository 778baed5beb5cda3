import fc from 'fast-check'
import type { HttpCase } from './fuzz-case.ts'
import { anyText, encodedText, hostileJson, toJson } from './values.ts'

const http = (fields: Omit<HttpCase, 'kind' | 'as'>): HttpCase => ({ kind: 'player', as: 'visitor', ...fields })
/** Generates mostly the valid value, sometimes any other. */
const mostly = <T, U>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: bad })

const token = mostly(fc.constantFrom('{token}', '{session}'), anyText)
const authorization = mostly(
  fc.constantFrom('Token {token}', 'token {token}', 'Bearer {token}'),
  fc.constantFrom('', 'Token', 'Basic e30=', 'Token {token} x', `Token ${'a'.repeat(5000)}`),
)
const withToken = authorization.map(
  (header): Record<string, string> => (header === '' ? {} : { Authorization: header }),
)

const listen = fc.record(
  {
    listened_at: mostly(
      fc.nat({ max: 100_000_000 }).map((n) => 1_600_000_000 + n),
      hostileJson,
    ),
    track_metadata: mostly(
      fc.record(
        {
          artist_name: mostly(fc.constant('Sol Ferro'), hostileJson),
          track_name: mostly(fc.constantFrom('Rain', 'Tide'), hostileJson),
          release_name: hostileJson,
          additional_info: mostly(
            fc.record(
              {
                duration: hostileJson,
                duration_ms: hostileJson,
                tags: mostly(fc.array(anyText), hostileJson),
                artist_mbids: mostly(fc.array(anyText), hostileJson),
                recording_mbid: hostileJson,
                x: hostileJson,
              },
              { requiredKeys: [] },
            ),
            hostileJson,
          ),
        },
        { requiredKeys: ['artist_name', 'track_name'] },
      ),
      hostileJson,
    ),
  },
  { requiredKeys: ['track_metadata'] },
)
const submission = mostly(
  fc.record({
    listen_type: mostly(fc.constantFrom('single', 'playing_now', 'import'), hostileJson),
    payload: mostly(
      fc.oneof(
        fc.array(listen, { minLength: 1, maxLength: 3 }),
        listen.map((value) => Array<unknown>(1001).fill(value)),
      ),
      hostileJson,
    ),
  }),
  hostileJson,
)
const submitBody = fc.oneof(
  { weight: 8, arbitrary: submission.map(toJson) },
  {
    weight: 1,
    arbitrary: fc.tuple(submission.map(toJson), fc.nat({ max: 500 })).map(([text, at]) => text.slice(0, at)),
  },
  { weight: 1, arbitrary: fc.nat({ max: 400_000 }).map((n) => '['.repeat(n)) },
)
const ROOTS = ['/1', '/1/1', '/apis/listenbrainz', '/apis/listenbrainz/1']
const submitting = fc
  .tuple(fc.constantFrom(...ROOTS), fc.constantFrom('', '/', '?return_msid=true'), withToken, submitBody)
  .map(([root, end, headers, body]) => http({ method: 'POST', target: `${root}/submit-listens${end}`, headers, body }))

const uuid = mostly(fc.constantFrom('11111111-2222-4333-8444-555555555555', 'x', ''), anyText)
const score = mostly(fc.constantFrom(1, 0, -1), hostileJson)
const second = mostly(fc.constant(1_700_000_000), hostileJson)
const changing = fc
  .tuple(
    fc.constantFrom('/feedback/recording-feedback', '/delete-listen'),
    withToken,
    fc.oneof(
      fc
        .record({ recording_mbid: uuid, recording_msid: uuid, score, listened_at: second }, { requiredKeys: [] })
        .map(toJson),
      submitBody,
    ),
  )
  .map(([path, headers, body]) => http({ method: 'POST', target: `/1${path}`, headers, body }))

const named = fc.record(
  {
    artist_name: mostly(fc.constant('Sol Ferro'), hostileJson),
    recording_name: mostly(fc.constantFrom('Rain', 'Tide'), hostileJson),
    release_name: hostileJson,
  },
  { requiredKeys: [] },
)
const recordings = fc.oneof(
  fc.array(mostly(named, hostileJson), { maxLength: 3 }),
  named.map((value) => Array<unknown>(51).fill(value)),
)
const lookingUp = fc
  .tuple(withToken, mostly(fc.record({ recordings: mostly(recordings, hostileJson) }), hostileJson))
  .map(([headers, document]) =>
    http({ method: 'POST', target: '/1/metadata/lookup/', headers, body: toJson(document) }),
  )

const pathText = encodedText(mostly(fc.constantFrom('ada', 'ADA', 'bo'), anyText))
const number = encodedText(mostly(fc.constantFrom('0', '1', '25', '1700000000'), anyText))
const reading = fc
  .tuple(
    fc.constantFrom(...ROOTS),
    fc.oneof(
      fc.constantFrom('/validate-token', '/latest-import', '/playing-now/delete', '/nothing'),
      fc
        .tuple(pathText, fc.constantFrom('listens', 'listen-count', 'playing-now', 'x'))
        .map(([user, what]) => `/user/${user}/${what}`),
      fc
        .tuple(pathText, fc.constantFrom('get-feedback', 'get-feedback-for-recordings'))
        .map(([user, what]) => `/feedback/user/${user}/${what}`),
      fc
        .tuple(
          pathText,
          fc.constantFrom('artists', 'recordings', 'release-groups', 'listening-activity', 'daily-activity'),
        )
        .map(([user, what]) => `/stats/user/${user}/${what}`),
    ),
    fc.tuple(number, number, number),
    withToken,
    fc.constantFrom('GET', 'GET', 'POST', 'OPTIONS', 'PUT'),
  )
  .map(([root, path, [count, min, max], headers, method]) =>
    http({
      method,
      target: `${root}${path}?count=${count}&min_ts=${min}&max_ts=${max}&token=%7Btoken%7D`,
      headers,
      body: '',
    }),
  )

/** Generates forms: fields, and invalid texts. */
const formOf = (fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> => {
  const names = Object.keys(fields)
  const pair = (name: string) => encodedText(fields[name] ?? anyText).map((value) => `${name}=${value}`)
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(
          ...names.map((name) =>
            fc.oneof({ weight: 9, arbitrary: pair(name) }, { weight: 1, arbitrary: fc.constant(name) }),
          ),
        )
        .map((pairs) => pairs.join('&')),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(...names.map(pair), fc.constantFrom('a&', '&', '=', '=&', 'a=1&', '%', '[0]='))
        .map((all) => `${all.join('&')}${'&a'.repeat(10)}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a&', '&', '=', 'a=1&', '%', '%FF', 'a[0]=1&'), fc.nat({ max: 330_000 }))
        .map(([part, n]) => part.repeat(n)),
    },
  )
}
const METHODS = [
  'auth.getMobileSession',
  'auth.getToken',
  'auth.getSession',
  'track.scrobble',
  'track.updateNowPlaying',
  'track.love',
  'track.unlove',
  'user.getRecentTracks',
  'user.getLovedTracks',
  'user.getTopArtists',
  'user.getTopTracks',
  'user.getTopAlbums',
  'user.getInfo',
]
const audioscrobbler2 = fc
  .tuple(
    fc.constantFrom('/2.0/', '/2.0', '/apis/audioscrobbler/2.0/'),
    fc.constantFrom('GET', 'POST', 'POST'),
    fc.oneof(
      {
        weight: 19,
        arbitrary: formOf({
          method: mostly(fc.constantFrom(...METHODS), anyText),
          format: fc.constantFrom('json', 'xml'),
          sk: token,
          token,
          api_key: token,
          username: mostly(fc.constant('ada'), anyText),
          user: mostly(fc.constant('ada'), anyText),
          password: token,
          authToken: anyText,
          'artist[0]': mostly(fc.constant('Sol Ferro'), anyText),
          'track[0]': mostly(fc.constant('Rain'), anyText),
          'timestamp[0]': mostly(fc.constant('1700000000'), anyText),
          artist: anyText,
          track: anyText,
          timestamp: mostly(fc.constant('1700000100'), anyText),
          duration: anyText,
          limit: mostly(fc.constant('10'), anyText),
          page: mostly(fc.constant('1'), anyText),
          from: anyText,
          to: anyText,
          extended: anyText,
          period: mostly(fc.constantFrom('overall', '7day', '12month'), anyText),
        }),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3000 }) },
    ),
  )
  .map(([path, method, form]) => {
    const isShort = method === 'GET'
    const target = isShort ? `${path}?${form.slice(0, 6000).replace(/[^\u0021-\u007e]/g, '')}` : path
    return http({ method, target, headers: {}, body: isShort ? '' : form })
  })
const audioscrobbler1 = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/apis/audioscrobbler_legacy',
      '/apis/audioscrobbler_legacy/np',
      '/apis/audioscrobbler_legacy/submit',
    ),
    fc.constantFrom('GET', 'POST'),
    formOf({
      hs: fc.constant('true'),
      p: mostly(fc.constant('1.2'), anyText),
      u: mostly(fc.constant('ada'), anyText),
      t: mostly(fc.constantFrom(String(Math.floor(1_700_000_000))), anyText),
      a: mostly(fc.constant('d41d8cd98f00b204e9800998ecf8427e'), anyText),
      s: token,
      sk: token,
      l: anyText,
      'a[0]': anyText,
      't[0]': anyText,
      'i[0]': anyText,
    }),
  )
  .map(([path, method, form]) => {
    const isShort = method === 'GET'
    const target = isShort ? `${path}?${form.slice(0, 6000).replace(/[^\u0021-\u007e]/g, '')}` : path
    return http({ method, target, headers: {}, body: isShort ? '' : form })
  })

const otherPaths = fc
  .tuple(
    fc.constantFrom('/pictures/', '/api/', '/', '/profile/', '/assets/', '/.well-known/', '/1/', '/2.0/', '/apis/'),
    encodedText(anyText),
    fc.constantFrom('', '/sm', '/constructor', '/__proto__'),
    fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
  )
  .map(([start, text, end, method]) => http({ method, target: `${start}${text}${end}`, headers: {}, body: '' }))

export const playerCase: fc.Arbitrary<HttpCase> = fc.oneof(
  { weight: 3, arbitrary: submitting },
  { weight: 2, arbitrary: reading },
  { weight: 1, arbitrary: changing },
  { weight: 1, arbitrary: lookingUp },
  { weight: 4, arbitrary: audioscrobbler2 },
  { weight: 2, arbitrary: audioscrobbler1 },
  { weight: 2, arbitrary: otherPaths },
)
