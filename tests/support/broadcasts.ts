import type { TestMember, TestServer } from './test-server.ts'

/** Shares a track as a member. `more` replaces request parameters. */
export const shareTrack = (server: TestServer, as: TestMember, trackId: number, more: object = {}) =>
  server.post(
    '/api/create-broadcast',
    { user: as.name, title: 'This bridge.', body: '', relatedtype: 'Track', relatedid: trackId, ...more },
    { as },
  )

/** The parameters that name a broadcast in the requests about likes. */
export const toRelated = (id: number) => ({ relatedtype: 'Broadcast', relatedid: id })

/** Likes a broadcast as a member. */
export const likeBroadcast = (server: TestServer, as: TestMember, id: number, more: object = {}) =>
  server.post('/api/create-like', { user: as.name, ...toRelated(id), ...more }, { as })
