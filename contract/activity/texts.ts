import type { Activity } from './activity.ts'
import { type ActivityKind, isActivityKind, type ServerFailure, type SwapEnding } from './kinds.ts'

/** An event's text, for the activity list and for pushes. */
export interface ActivityText {
  /** What happened, without a full stop. It follows the member's name, unless `isComplete`. */
  readonly text: string
  /** What it is about: a track, or the beginning of a text; can be empty. */
  readonly detail: string
  /** Whether the text has no member as its subject. */
  readonly isComplete?: boolean
}

type ActivityEvent = Pick<Activity, 'kind' | 'subject' | 'count'>

const endings: Readonly<Record<SwapEnding, string>> = {
  declined: 'declined your Track Swap',
  withdrawn: 'withdrew a Track Swap',
  expired: 'did not answer in time: your Track Swap has ended',
  deleted: 'deleted their account: your Track Swap has ended',
}

const failures: Readonly<Record<ServerFailure, string>> = {
  backup: 'The last backup of the server failed',
  jobs: 'A background job of the server failed',
}

const describe = (text: string, detail = ''): ActivityText => ({ text, detail })

const descriptions: Readonly<Record<ActivityKind, (event: ActivityEvent) => ActivityText>> = {
  like: ({ subject, count }) => describe(`${formatOthers(count)}liked your broadcast`, subject),
  reply: ({ subject }) => describe('replied to your broadcast', subject),
  mention: ({ subject }) => describe('mentioned you', subject),
  follow: () => describe('follows you'),
  message: ({ subject }) => describe(subject === '' ? 'sent you a message' : 'wrote', subject),
  play_reaction: ({ subject }) => describe('reacted to what you play', subject),
  swap_invite: ({ subject }) => describe('sent you a Track Swap', subject),
  swap_answer: ({ subject }) => describe('responded to your Track Swap', subject),
  swap_result: ({ subject }) => describe(subject === '' ? 'rated your track' : `gave your track a ${subject}`),
  swap_ended: ({ subject }) => describe(isSwapEnding(subject) ? endings[subject] : 'ended a Track Swap'),
  swap_share: ({ subject }) =>
    describe(`${subject === 'agreed' ? 'and you share' : 'wants to share'} the results of your Track Swap`),
  weekly_report: () => ({ ...describe('Your week in music is here'), isComplete: true }),
  server_failure: ({ subject }) => ({
    ...describe(isServerFailure(subject) ? failures[subject] : 'Something failed on the server'),
    isComplete: true,
  }),
  relay_stopped: ({ subject }) => ({ ...describe(`Your scrobbles no longer reach ${subject}`), isComplete: true }),
}

/** Returns an event's text; for a newer server's kind, its subject. */
export const describeActivity = (event: ActivityEvent): ActivityText =>
  isActivityKind(event.kind) ? descriptions[event.kind](event) : describe('', event.subject)

const isServerFailure = (subject: string): subject is ServerFailure => Object.hasOwn(failures, subject)

const isSwapEnding = (subject: string): subject is SwapEnding => Object.hasOwn(endings, subject)

/** Returns the words between the latest member's name and the verb, for `count` members. */
function formatOthers(count = 1): string {
  if (count < 2) return ''
  return count === 2 ? 'and 1 other ' : `and ${count - 1} others `
}
