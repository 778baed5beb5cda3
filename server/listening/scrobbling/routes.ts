import type { Api } from '#server/http/api.ts'
import { audioscrobbler1Routes } from './audioscrobbler1-routes.ts'
import { audioscrobbler2Routes } from './audioscrobbler2-routes.ts'
import { createCounter } from './counter.ts'
import { listenbrainzRoutes } from './listenbrainz-routes.ts'
import { createPlayers } from './players.ts'
import { nothingElse } from './protocol.ts'
import { nowPlayingRoutes, tokenRoutes } from './token-routes.ts'

/** Scrobbles from players in the three protocols that they speak, the tokens for it, and what plays now. */
export function scrobblingRoutes(api: Api): void {
  tokenRoutes(api)
  nowPlayingRoutes(api)
  const counter = createCounter(api)
  api.work.push(counter.start)
  const players = createPlayers(api, counter)
  listenbrainzRoutes(api, players)
  audioscrobbler2Routes(api, players)
  audioscrobbler1Routes(api, players)
  nothingElse(api)
}
