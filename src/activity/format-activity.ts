import type { Activity } from '#contract/activity/activity.ts'

/** How a swap ended, by the `subject` of a `swap_ended`. */
const ENDED: Readonly<Record<string, string>> = {
  declined: 'declined your Track Swap.',
  withdrawn: 'withdrew a Track Swap.',
  deleted: 'has deleted their account: the Track Swap has ended.',
  expired: 'did not answer in time: the Track Swap has ended.',
}

/** Returns the verb after the latest member's name, for `count` members in all. */
function formatOthers(count: number): string {
  if (count < 2) return 'likes'
  return count === 2 ? 'and 1 other like' : `and ${count - 1} others like`
}

/** Returns whether the event is the server's own, without another member as its subject. */
export const isOwnEvent = ({ kind }: Activity): boolean => kind === 'weekly_report'

/**
 * Returns the event as text to follow the name; for a kind of a newer server, its subject alone.
 */
export function formatActivity({ kind, subject, count = 1 }: Activity): string {
  switch (kind) {
    case 'like':
      return `${formatOthers(count)} your broadcast${subject === '' ? '' : ` of ${subject}`}.`
    case 'reply':
      return subject === '' ? 'replied to your broadcast.' : `replied: ${subject}`
    case 'mention':
      return subject === '' ? 'mentioned you.' : `mentioned you: ${subject}`
    case 'weekly_report':
      return 'Your week in music is here.'
    case 'follow':
      return 'follows you.'
    case 'message':
      return subject === '' ? 'sent you a message.' : `wrote: ${subject}`
    case 'swap_invite':
      return subject === '' ? 'sent you a Track Swap.' : `sent you a Track Swap: ${subject}.`
    case 'swap_answer':
      return subject === '' ? 'has responded to your Track Swap.' : `has responded with ${subject}.`
    case 'swap_result':
      return subject === '' ? 'rated your track.' : `gave your track a ${subject}.`
    case 'swap_ended':
      return ENDED[subject] ?? 'ended a Track Swap.'
    case 'swap_share':
      return `${subject === 'agreed' ? 'and you share' : 'wants to share'} the results of your Track Swap.`
    default:
      return subject
  }
}
