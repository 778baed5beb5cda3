import { type ActivityKind, isActivityKind } from '#contract/activity/kinds.ts'
import type { IconName } from '#src/ui/icon-paths.ts'
import { calendarIcon } from '#src/ui/later-icons.ts'

/** Kind groups that the list can be narrowed to, with their labels. */
export const groups = { mentions: 'Mentions', swaps: 'Swaps', likes: 'Likes' } as const
export type Group = keyof typeof groups
// An object of literals has no other keys.
export const groupIds = Object.keys(groups) as Group[]

interface Look {
  readonly icon: IconName
  readonly group?: Group
}

const looks: Readonly<Record<ActivityKind, Look>> = {
  like: { icon: 'heart-filled', group: 'likes' },
  reply: { icon: 'message', group: 'mentions' },
  mention: { icon: 'message', group: 'mentions' },
  follow: { icon: 'profile' },
  message: { icon: 'message' },
  play_reaction: { icon: 'heart-filled', group: 'likes' },
  swap_invite: { icon: 'swap', group: 'swaps' },
  swap_answer: { icon: 'swap', group: 'swaps' },
  swap_result: { icon: 'swap', group: 'swaps' },
  swap_ended: { icon: 'swap', group: 'swaps' },
  swap_share: { icon: 'swap', group: 'swaps' },
  weekly_report: { icon: calendarIcon },
  server_failure: { icon: 'warning' },
  relay_stopped: { icon: 'warning' },
}

/** Returns an entry's icon and group; a kind from a newer server has a bell. */
export const getLook = (kind: string): Look => (isActivityKind(kind) ? looks[kind] : { icon: 'bell' })
