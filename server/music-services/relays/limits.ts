import type { Services } from '#server/http/api.ts'

/** The settings that queueing a listen needs. */
export type RelayConfig = Pick<Services['config'], 'secretKey'>

/** The maximum number of pending listens per relay: two weeks without a pause are 7,000. */
export const PENDING_MAX = 20_000
/** A relay stops after this many listens rejected one by one in a row; the last one stays. */
export const REJECTIONS_MAX = 10
/** Last.fm ignores older scrobbles. */
export const LASTFM_AGE_MS = 14 * 86_400_000
