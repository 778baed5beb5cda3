import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import type { Checked } from './request.ts'

/**
 * The endpoints that a standby serves: to `all`, or to `visitors` only, because members poll them
 * for what others have just written. All others read the primary, as do sessions and limits.
 */
export const STANDBY_READS: Readonly<Record<string, 'all' | 'visitors'>> = {
  'GET /api/get-broadcasts': 'visitors',
  'GET /api/broadcast/replies': 'visitors',
  'GET /api/user/profile': 'all',
  'GET /api/user/followers': 'all',
  'GET /api/user/following': 'all',
  'GET /api/user/broadcasts': 'all',
  'GET /api/user/top-broadcasted-tracks': 'all',
  'GET /api/track/broadcasts': 'all',
  'GET /api/search-broadcasts': 'all',
  'GET /api/user/compare': 'all',
  'GET /api/user/similar-taste': 'all',
  'GET /api/artist/by-id': 'all',
  'GET /api/artist/music': 'all',
  'GET /api/artist/listens': 'all',
  'GET /api/artist/exploration': 'all',
  'GET /api/artist/top-listeners': 'all',
  'GET /api/album/by-id': 'all',
  'GET /api/track/by-id': 'all',
  'GET /api/popular-music': 'all',
  'GET /api/search-music': 'all',
  'GET /api/user/top-artists': 'all',
  'GET /api/user/top-tracks': 'all',
  'GET /api/user/chart': 'all',
  'GET /api/user/daily-plays': 'all',
  'GET /api/user/plays-by-month': 'all',
  'GET /api/user/listens': 'all',
  'GET /api/user/loved-tracks': 'all',
  'GET /api/user/rewind': 'all',
  'GET /api/user/weekly-report': 'all',
  'GET /api/shared-swap': 'all',
}

/**
 * Returns the log position that a standby must have replayed to serve a request; undefined if only
 * the primary may.
 */
export function findReadPosition(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { session, isRefreshed }: Pick<Checked<Endpoint>, 'session' | 'isRefreshed'>,
): number | undefined {
  const readers = STANDBY_READS[endpointName(endpoint)]
  if (readers === undefined || isRefreshed || (readers === 'visitors' && session !== undefined)) return undefined
  return session?.logPosition ?? 0
}
