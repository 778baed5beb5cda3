import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as blocks from './blocks.ts'
import * as broadcasts from './broadcasts.ts'
import * as deletion from './delete-account.ts'
import * as demo from './demo.ts'
import type { Endpoint } from './endpoint.ts'
import * as feed from './feed.ts'
import * as imports from './imports.ts'
import * as listening from './listening.ts'
import * as messages from './messages.ts'
import * as moderation from './moderation.ts'
import * as musicAccounts from './music-accounts.ts'
import * as nowPlaying from './now-playing.ts'
import * as offlineCopy from './offline-copy.ts'
import * as people from './people.ts'
import * as privacy from './privacy.ts'
import * as scrobbling from './scrobbling.ts'
import * as session from './session.ts'
import * as sessions from './sessions.ts'
import * as status from './status.ts'
import * as swaps from './swaps.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every call there is, whether the server has built it or not. */
export const endpoints: readonly Endpoint[] = [
  session,
  sessions,
  status,
  accounts,
  people,
  privacy,
  deletion,
  blocks,
  moderation,
  activity,
  listening,
  imports,
  scrobbling,
  nowPlaying,
  musicAccounts,
  feed,
  broadcasts,
  messages,
  swaps,
  offlineCopy,
  demo,
].flatMap((domain) => Object.values(domain).filter(isEndpoint))
