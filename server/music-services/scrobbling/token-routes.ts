import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { createScrobbleToken, getScrobbleTokens, revokeScrobbleToken } from '#contract/listening/scrobbling.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findPlaying, listFollowedPlaying } from './now-playing.ts'
import { listSetAside } from './set-aside.ts'
import { deleteToken, deleteTokens, insertToken, listTokens } from './tokens.ts'

export function tokenRoutes(api: Api): void {
  api.hooks.playersRevoked.push(deleteTokens)

  route(api, getScrobbleTokens, async ({ member, db }) => ({
    tokens: await listTokens(db, member.id),
    set_aside: await listSetAside(db, member.id),
  }))

  route(api, createScrobbleToken, async ({ member, tx, query, now }) => ({
    success: true,
    ...(await insertToken(tx, member.id, query.name, now)),
  }))

  route(api, revokeScrobbleToken, ({ member, tx, query }) => deleteToken(tx, member.id, query.id))
}

export function nowPlayingRoutes(api: Api): void {
  route(api, getNowPlaying, async ({ query, viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer?.id ?? null)
    return { now_playing: (await findPlaying(db, member.id, viewer?.id ?? null, now)) ?? null }
  })

  route(api, getFollowingNowPlaying, async ({ member, db, now }) => ({
    playing: await listFollowedPlaying(db, member.id, now),
  }))
}
