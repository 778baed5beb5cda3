/** A request on arrival: the path, its query, and the member of its cookie's session. */
export interface Request {
  path: string
  query: ReadonlyMap<string, string>
  session: string | null
}

export interface SimulatedResponse {
  status: number
  body: unknown
}

/** One effect that the server has committed. */
export interface Effect {
  client_id: string
  member: string
  what: string
}

export type Server = ReturnType<typeof createServer>

/**
 * The message text that makes the server refuse it with this status and code: a poison entry before
 * valid ones.
 */
const POISON = /^poison (\d{3})(?: (\w+))?$/

interface Remembered {
  fingerprint: string
  response: SimulatedResponse
}

const FINAL = new Set([400, 403, 404, 409])
const refusal = (status: number, code: string): SimulatedResponse => ({
  status,
  body: { error: `refused: ${code}`, code },
})

interface ServerDeps {
  isSpecOnly: boolean
  /**
   * Returns whether the daily message limit is used up; `first` if it is counted before the
   * `client_id` is looked up, as by servers before 27 November 2026.
   */
  isLimited: () => 'first' | boolean
}

/**
 * The server's ledger under design.md's rules: UNIQUE (member, client_id), the response stored with
 * the effect, final refusals stored too. A spec-only host does not deduplicate, echoes nothing and
 * sends no codes.
 */
export function createServer({ isSpecOnly, isLimited }: ServerDeps) {
  const ledger: Effect[] = []
  const remembered = new Map<string, Remembered>()
  const limited = new Set<string>()
  const seen = new Map<string, number>()
  const likes = new Set<string>()
  const broadcasts = new Map<number, { author: string; client_id: string | undefined }>([
    [1, { author: 'cy', client_id: undefined }],
    [2, { author: 'cy', client_id: undefined }],
  ])
  const rated = new Map<string, number>()
  const swapTracks = new Map<string, number>()
  let lastId = 100

  const made = (request: Request, member: string, what: string, more: object = {}): SimulatedResponse => {
    const client_id = request.query.get('client_id') ?? ''
    ledger.push({ client_id, member, what })
    return { status: 200, body: { success: true, ...more, ...(isSpecOnly ? {} : { client_id }) } }
  }

  const takeEffect = (request: Request, member: string): SimulatedResponse => {
    const get = (name: string) => request.query.get(name) ?? ''
    const like = `${member}/${get('relatedid')}`
    switch (request.path) {
      case '/api/create-like':
        if (!broadcasts.has(Number(get('relatedid')))) return refusal(404, 'not_found')
        if (likes.has(like)) return refusal(409, 'already_liked')
        likes.add(like)
        return made(request, member, `like ${get('relatedid')}`)
      case '/api/undo-like':
        if (!likes.delete(like)) return refusal(404, 'not_liked')
        return made(request, member, `unlike ${get('relatedid')}`)
      case '/api/create-broadcast':
        broadcasts.set(++lastId, { author: member, client_id: get('client_id') })
        return made(request, member, `share ${get('title')}`, { id: lastId })
      case '/api/delete-broadcast': {
        const found = broadcasts.get(Number(get('id')))
        if (!found) return refusal(404, 'not_found')
        if (found.author !== member) return refusal(403, 'not_yours')
        broadcasts.delete(Number(get('id')))
        return made(request, member, `delete ${get('id')}`)
      }
      case '/api/send-direct-message': {
        const poison = POISON.exec(get('message'))
        if (poison) return refusal(Number(poison[1]), poison[2] ?? 'bad_input')
        return made(request, member, `message ${get('message')}`, { id: ++lastId })
      }
      case '/api/add-song-swap-reaction': {
        const key = `${member}/${get('songswapid')}`
        if (rated.has(key)) return refusal(409, 'already_rated')
        rated.set(key, Number(get('reaction')))
        return made(request, member, `rate ${get('songswapid')}`)
      }
      case '/api/create-song-swap':
        return made(request, member, 'swap', { song_swap_id: ++lastId })
      case '/api/add-song-swap-track':
        swapTracks.set(get('songswapid'), Number(get('trackid')))
        return made(request, member, `track of ${get('songswapid')}`)
      case '/api/user/session':
        return { status: 200, body: { viewer: member } }
      case '/api/user/status': {
        const counts = { newest_broadcast: null, unread_messages: 0, swaps_waiting: 0, is_suspended: false }
        return { status: 200, body: { viewer: member, ...counts } }
      }
      case '/api/get-likes':
        return { status: 200, body: { hasLiked: likes.has(like), totalLikes: 0 } }
      case '/api/get-song-swaps': {
        const initiated_reaction = rated.get(`${member}/${get('songswapid')}`) ?? null
        const initiated_track_id = swapTracks.get(get('songswapid')) ?? null
        const users = { initiated_user: member, matched_user: 'cy' }
        const swap = { id: get('songswapid'), ...users, initiated_reaction, initiated_track_id }
        return { status: 200, body: { songSwaps: [swap] } }
      }
      default:
        return refusal(404, 'not_found')
    }
  }

  const once = (request: Request, member: string): SimulatedResponse => {
    const key = `${member}/${request.query.get('client_id')}`
    const fingerprint = `${request.path}?${[...request.query].join('&')}`
    const before = remembered.get(key)
    const limit = request.path === '/api/send-direct-message' && isLimited()
    if (before && limit !== 'first')
      return before.fingerprint === fingerprint ? before.response : refusal(422, 'client_id_reused')
    if (limit !== false) {
      limited.add(request.query.get('client_id') ?? '')
      return refusal(429, 'daily_limit')
    }
    const response = takeEffect(request, member)
    if (response.status < 300 || FINAL.has(response.status)) remembered.set(key, { fingerprint, response })
    return response
  }

  const handle = (request: Request): SimulatedResponse => {
    const id = request.query.get('client_id') ?? ''
    seen.set(id, (seen.get(id) ?? 0) + 1)
    if (request.session === null) return refusal(401, 'no_session')
    const user = request.query.get('user')
    if (user !== undefined && user !== request.session) return refusal(403, 'wrong_member')
    const isOnce = !isSpecOnly && id !== ''
    return isOnce ? once(request, request.session) : takeEffect(request, request.session)
  }

  return {
    ledger,
    /** Returns the number of requests with this `client_id`. */
    seen: (client_id: string) => seen.get(client_id) ?? 0,
    handle: (request: Request): SimulatedResponse => {
      const { status, body } = handle(request)
      // A spec-only host sends error texts without codes.
      return isSpecOnly && status >= 400 ? { status, body: { error: `refused: ${status}` } } : { status, body }
    },
    /** Returns whether this `client_id` was refused, under any member's session. */
    hasRefused: (client_id: string) =>
      limited.has(client_id) ||
      [...remembered].some(([key, { response }]) => response.status >= 400 && key.endsWith(`/${client_id}`)),
    isLiked: (member: string, broadcast: number) => likes.has(`${member}/${broadcast}`),
    /** Returns get-broadcasts' current response, newest first. */
    feed: (member: string) =>
      [...broadcasts].toReversed().map(([id, { author, client_id }]) => ({
        id,
        author,
        client_id: author === member && !isSpecOnly ? client_id : undefined,
        isLiked: likes.has(`${member}/${id}`),
      })),
    /** Deletes a broadcast without any member's action. */
    removeBroadcast: (id: number) => void broadcasts.delete(id),
  }
}
