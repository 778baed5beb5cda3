/**
 * How the host responds: a status with an empty body, `never` before it is released, `cut` without
 * a response, a captive portal's `page`, an object as a 200's body.
 */
export type Responds =
  | number
  | 'never'
  | 'cut'
  | 'page'
  | object
  | Whole
  | { readonly status: number; readonly text: string; readonly type: string }

/** A response with its status, and headers besides its type. */
interface Whole {
  readonly status: number
  readonly json: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Responses by the address's start below `/api/`: the longest that matches is taken. */
export type Responses = Readonly<Record<string, Responds>>

export const member = 'ada'
const NO_PICTURE = { pfpsm: '', pfpmed: '', pfplg: '', pfpxl: '' }
const profile = {
  id: 1,
  profile: 'kojiro',
  firstname: 'Kojiro',
  lastname: '',
  email: '',
  profileurl: '',
  bootstrapped: 1,
  admin: 0,
  lastlogin: '2026-11-24T10:00:00Z',
  ...NO_PICTURE,
  swag: 3,
  is_private: 0,
}
const done = { success: true }

/**
 * What a host with one match, one track, one artist and no swaps responds. It knows no other
 * endpoint.
 */
const usual: Responses = {
  'user/profile': { userProfile: [profile] },
  [`user/profile?user=${member}`]: { userProfile: [{ ...profile, profile: member }] },
  'user/get-users': { userProfile: [profile] },
  'user/top-tracks': { topTracks: [{ id: 1, track: 'Night Bus', artist: 'The Tunnels', plays: 4 }] },
  'find-song-swap-match': { matched_user_profile: 'kojiro' },
  'get-song-swaps': { songSwaps: [] },
  'get-broadcasts': { broadcasts: [] },
  'artist/by-id': { artist: { id: 1, name: 'The Tunnels' } },
  'artist/exploration': {
    artist: 'The Tunnels',
    known_tracks: 10,
    heard_tracks: 4,
    percentile: 60,
    explorers: [{ username: 'bo', depth: 1 }],
    viewer: 'ada',
  },
  'create-song-swap': { ...done, song_swap_id: 7 },
  'add-song-swap-track': done,
  'add-song-swap-reaction': done,
}

/** A host at the network's border: a `fetch` with responses that a test may change. */
export function createHost() {
  let responses: Responses = {}
  let requests: { address: string; signal: AbortSignal | null | undefined }[] = []
  let release = () => {}
  let released = Promise.resolve()
  const hold = () => (released = new Promise((resolve) => (release = resolve)))
  return {
    /** Sets what differs from the usual responses. */
    responds: (changed: Responses) => {
      responses = { ...responses, ...changed }
    },
    /** The requests whose address below `/api/` begins like this, in order. */
    requests: (begin: string) => requests.filter(({ address }) => address.startsWith(begin)),
    /** Lets the host respond as usual to the requests that it holds. */
    release: () => release(),
    reset: () => {
      responses = {}
      requests = []
      void hold()
    },
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(String(input instanceof Request ? input.url : input), location.href)
      const address = `${pathname}${search}`.replace(/^\/api\//, '')
      requests.push({ address, signal: init?.signal })
      const key = longestPrefix({ ...usual, ...responses }, address)
      const responded = responses[key] ?? usual[key] ?? 404
      if (responded === 'never') {
        await Promise.race([released, aborted(init?.signal)])
        return json(200, usual[key] ?? {})
      }
      if (responded === 'cut') throw new TypeError('Failed to fetch')
      if (responded === 'page')
        return new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
      if (isText(responded))
        return new Response(responded.text, { status: responded.status, headers: { 'content-type': responded.type } })
      if (typeof responded === 'number') return json(responded, {})
      return isWhole(responded) ? json(responded.status, responded.json, responded.headers) : json(200, responded)
    },
  }
}

const isText = (given: Responds): given is { status: number; text: string; type: string } =>
  typeof given === 'object' && 'text' in given && 'type' in given
const isWhole = (given: object): given is Whole => 'json' in given && 'status' in given

const longestPrefix = (responses: Responses, address: string): string =>
  Object.keys(responses)
    .filter((key) => address.startsWith(key))
    .reduce((longest, key) => (key.length > longest.length ? key : longest), '')

const json = (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => {
  const statusText = { 200: 'OK', 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' }[status] ?? ''
  return new Response(JSON.stringify(body), {
    status,
    statusText,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
