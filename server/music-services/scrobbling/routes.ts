import type { Api } from '#server/http/api.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { createAggregator } from './aggregator.ts'
import { audioscrobbler1Routes } from './audioscrobbler1-routes.ts'
import { audioscrobbler2Routes } from './audioscrobbler2-routes.ts'
import { listenbrainzRoutes } from './listenbrainz-routes.ts'
import { malojaRoutes } from './maloja-routes.ts'
import { createPlayers } from './players.ts'
import { programRoutes } from './program-routes.ts'
import { addNotFoundRoutes } from './protocol.ts'
import { nowPlayingRoutes, tokenRoutes } from './token-routes.ts'

export function scrobblingRoutes(api: Api): void {
  tokenRoutes(api)
  nowPlayingRoutes(api)
  programRoutes(api)
  const aggregator = createAggregator(api)
  api.work.push(aggregator.start)
  api.hooks.beforeRead['own listens'].push((memberId) => aggregateBeforeRead(api, memberId))
  const players = createPlayers(api, aggregator)
  listenbrainzRoutes(api, players)
  audioscrobbler2Routes(api, players)
  audioscrobbler1Routes(api, players)
  malojaRoutes(api, players)
  addNotFoundRoutes(api)
}
