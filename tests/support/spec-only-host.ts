/**
 * A host that implements the spec's section 7 alone: no sessions, no additions, no codes, unknown
 * parameters ignored. It writes as such hosts do: numbers as strings, booleans as 0 and 1, times
 * without a zone, empty bodies where the spec shows none. For tests of the client; it stores
 * everything in memory and checks no permissions.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Community, createCommunity, type HostBroadcast, type HostMember } from './spec-only-community.ts'
import { bareTime, done, refuse } from './spec-only-responses.ts'
import { addSwaps } from './spec-only-swaps.ts'
import { inVariant, type Variant } from './spec-only-variants.ts'

interface SpecOnlyHostOptions {
  /** 0: any free port. */
  readonly port?: number
  /** Serves the built app from this folder on the same origin. */
  readonly distDir?: string
}

export interface SpecOnlyHost {
  readonly url: string
  readonly community: Community
  /** Every request to /api so far, as `GET /api/x?y=z`. */
  readonly requests: readonly string[]
  /** Switches the response format, and resets the community. */
  speak(variant: Variant): void
  stop(): Promise<void>
}

const profileOf = (member: HostMember) => ({
  profile: member.profile,
  firstname: member.profile,
  lastname: member.profile,
  email: member.email,
  profileurl: `https://music.example/user/${member.profile}`,
  bootstrapped: 1,
  admin: 0,
  lastlogin: null,
  pfpsm: null,
  pfpmed: null,
  pfplg: null,
  pfpxl: null,
  swag: String(member.swag),
  id: String(member.id),
})

const broadcastOf = (broadcast: HostBroadcast, viewer: string) => ({
  id: String(broadcast.id),
  user: broadcast.user,
  title: broadcast.title,
  body: broadcast.body,
  type: broadcast.type,
  relatedid: String(broadcast.relatedid),
  timestamp: bareTime(broadcast.at),
  likes: String(broadcast.likedBy.size),
  isLiked: broadcast.likedBy.has(viewer) ? 1 : 0,
  track_url: null,
  user_pfp_sm: null,
  user_pfp_med: null,
  user_pfp_lg: null,
  user_pfp_xl: null,
})

function addAccounts(app: Hono, { members, find, join }: Community) {
  app.get('/api/user/profile', (c) => {
    const term = (c.req.query('user') ?? '').replace(/^@/, '').toLowerCase()
    const isPartial = c.req.query('partial') === 'true'
    const found = members.filter(({ profile }) =>
      isPartial ? profile.toLowerCase().includes(term) : profile.toLowerCase() === term,
    )
    return found.length > 0 ? c.json({ userProfile: found.map(profileOf) }) : refuse(c, 400, 'No such user')
  })
  app.post('/api/user/login', (c) => {
    const isRight = find(c.req.query('user') ?? '')?.password === c.req.query('password')
    return isRight ? done(c) : refuse(c, 401, 'Wrong user or password')
  })
  app.post('/api/user/create-profile', (c) => {
    const { user = '', password = '', email = '' } = c.req.query()
    if (find(user)) return refuse(c, 409, 'This name is taken')
    join(user, password, email)
    return done(c)
  })
  app.get('/api/user/get-users', (c) => {
    const term = (c.req.query('search_term') ?? '').toLowerCase()
    return c.json({
      userProfile: members.filter((member) => member.profile.toLowerCase().includes(term)).map(profileOf),
    })
  })
  app.get('/api/user/followers', (c) => {
    const user = c.req.query('user') ?? ''
    return c.json({
      followers: members.filter((member) => member.following.has(user)).map((member) => ({ follower: member.profile })),
    })
  })
  app.get('/api/user/following', (c) => {
    const following = [...(find(c.req.query('user') ?? '')?.following ?? [])]
    return c.json({ following: following.map((name) => ({ following: name })) })
  })
  app.post('/api/user/follow', (c) => {
    find(c.req.query('follower') ?? '')?.following.add(c.req.query('followee') ?? '')
    return done(c)
  })
  app.post('/api/user/unfollow', (c) => {
    find(c.req.query('follower') ?? '')?.following.delete(c.req.query('followee') ?? '')
    return done(c)
  })
}

function addListening(app: Hono, { tracks, broadcasts, members }: Community) {
  const artists = [...new Set(tracks.map(({ artist }) => artist))]
  const artistOf = (name: string) => ({ id: String(artists.indexOf(name) + 1), name, imageUrl: null, scrobbles: '40' })
  app.get('/api/artist/by-id', (c) => {
    const name = artists[Number(c.req.query('id')) - 1]
    return c.json({ artist: name === undefined ? null : artistOf(name) })
  })
  app.get('/api/artist/top-listeners', (c) =>
    c.json({
      topListeners: members.map(({ profile }, at) => ({
        username: profile,
        playcount: String(40 - at),
        profileImage: null,
      })),
    }),
  )
  app.get('/api/artist/listens', (c) => c.json({ plays: '40' }))
  app.get('/api/user/top-artists', (c) => c.json({ topArtists: artists.map(artistOf) }))
  app.get('/api/user/top-tracks', (c) =>
    c.json({
      topTracks: tracks.map(({ id, track, artist }, at) => ({
        id: String(id),
        track,
        artist,
        playcount: String(9 - at),
        lastfmtrackurl: null,
      })),
    }),
  )
  app.get('/api/user/top-broadcasted-tracks', (c) => {
    const { user = '', limit = '3', current_user = '' } = c.req.query()
    const own = broadcasts
      .filter((broadcast) => broadcast.user === user)
      .toSorted((a, b) => b.likedBy.size - a.likedBy.size)
    const topTracks = own.slice(0, Number(limit)).map((play) => {
      const { track, artist } = tracks.find(({ id }) => id === play.relatedid) ?? { track: play.body, artist: '' }
      const isLiked = play.likedBy.has(current_user) ? 1 : 0
      return {
        broadcastid: String(play.id),
        track,
        artist,
        likes: String(play.likedBy.size),
        isLiked,
        lastfmtrackurl: null,
      }
    })
    return c.json({ topTracks })
  })
}

function addBroadcasts(app: Hono, { broadcasts, nextId }: Community) {
  const related = (c: Context) => broadcasts.find(({ id }) => String(id) === c.req.query('relatedid'))
  app.get('/api/get-broadcasts', (c) => {
    const newestFirst = broadcasts.toSorted((a, b) => b.id - a.id)
    return c.json({
      broadcasts: newestFirst.map((broadcast) => broadcastOf(broadcast, c.req.query('current_user') ?? '')),
    })
  })
  app.get('/api/get-likes', (c) => {
    const likedBy = related(c)?.likedBy ?? new Set<string>()
    return c.json({ hasLiked: likedBy.has(c.req.query('user') ?? '') ? 1 : 0, totalLikes: String(likedBy.size) })
  })
  app.post('/api/create-like', (c) => {
    const it = related(c)
    const user = c.req.query('user') ?? ''
    if (!it) return refuse(c, 404, 'No such broadcast')
    if (it.likedBy.has(user)) return c.json({ success: 0, error: 'Already liked' }, 409)
    it.likedBy.add(user)
    return c.json({ success: 1 })
  })
  app.post('/api/undo-like', (c) =>
    related(c)?.likedBy.delete(c.req.query('user') ?? '') ? done(c) : refuse(c, 404, 'Not liked'),
  )
  app.post('/api/delete-broadcast', (c) => {
    const at = broadcasts.findIndex(({ id }) => String(id) === c.req.query('id'))
    if (at === -1) return refuse(c, 404, 'No such broadcast')
    broadcasts.splice(at, 1)
    return done(c)
  })
  app.post('/api/create-broadcast', (c) => {
    const { user = '', title = '', body = '', relatedtype = '', relatedid = '' } = c.req.query()
    const likedBy = new Set<string>()
    broadcasts.push({
      id: nextId(),
      user,
      title,
      body,
      type: relatedtype,
      relatedid: Number(relatedid),
      at: new Date(),
      likedBy,
    })
    return done(c)
  })
}

function addMessages(app: Hono, { messages, nextId }: Community) {
  app.get('/api/user/direct-messages', (c) => {
    const { user = '', conversant = '' } = c.req.query()
    const both = messages.filter(
      (message) => [message.from, message.to].toSorted().join() === [user, conversant].toSorted().join(),
    )
    return c.json({
      directMessages: both.map((message) => ({
        id: String(message.id),
        message: message.message,
        timestamp: bareTime(message.at),
        type: message.from === user ? 'Outgoing' : 'Incoming',
      })),
    })
  })
  app.post('/api/mark-messages-read', done)
  app.post('/api/send-direct-message', (c) => {
    const { user = '', recipient = '', message = '' } = c.req.query()
    messages.push({ id: nextId(), from: user, to: recipient, message, at: new Date() })
    return done(c)
  })
  app.get('/api/user/conversations', (c) => {
    const user = c.req.query('user')
    const own = messages.filter((message) => message.from === user || message.to === user)
    const last = new Map(
      own.map((message) => [message.from === user ? message.to : message.from, bareTime(message.at)]),
    )
    return c.json({
      conversations: [...last].map(([conversant, lastconversation]) => ({ conversant, lastconversation })),
    })
  })
}

/** Starts the host on 127.0.0.1. */
export async function startSpecOnlyHost({ port = 0, distDir }: SpecOnlyHostOptions = {}): Promise<SpecOnlyHost> {
  const community = createCommunity(new Date())
  const requests: string[] = []
  let variant: Variant = 'numbers-as-strings'
  const app = new Hono()
  app.use('/api/*', cors({ origin: (origin) => origin, credentials: true }))
  app.use('/api/*', (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    requests.push(`${c.req.method} ${pathname}${search}`)
    return next()
  })
  app.use('/api/*', async (c, next) => {
    await next()
    if (!/json/.test(c.res.headers.get('content-type') ?? '')) return
    const body: unknown = await c.res.clone().json()
    c.res = new Response(JSON.stringify(inVariant(variant, body)), c.res)
  })
  // Some hosts read another parameter than the spec's, and refuse it.
  app.post('/api/mark-messages-read', (c, next) => (variant === 'minimal' ? refuse(c, 400, 'user is missing') : next()))
  for (const add of [addAccounts, addListening, addBroadcasts, addMessages, addSwaps]) add(app, community)
  app.all('/api/*', (c) => c.text('Not Found', 404))
  if (distDir !== undefined) {
    app.use('*', serveStatic({ root: distDir }))
    app.get('*', serveStatic({ root: distDir, path: 'index.html' }))
  }
  const { server, address } = await new Promise<{ server: ReturnType<typeof serve>; address: AddressInfo }>(
    (resolve) => {
      const started = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) =>
        resolve({ server: started, address: info }),
      )
    },
  )
  return {
    url: `http://127.0.0.1:${address.port}`,
    community,
    requests,
    speak: (next) => {
      variant = next
      community.reset()
    },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
