import { titles } from '../accounts/open-source.ts'
import { refuseFailures } from '../refuse-failures.ts'
import type { FailureTexts } from '../service-failure.ts'

/** The service has rejected a batch as invalid: a smaller one may be accepted. */
export class BatchRejected extends Error {
  override readonly name = 'BatchRejected'
}

/** Texts by failure code. */
export const relayFailureTexts = {
  rate_limited: (title) => ({
    sentence: `${title} limits the number of requests.`,
    advice: 'Flipside tries again by itself.',
  }),
  service_away: (title) => ({ sentence: `${title} doesn't respond.`, advice: 'Flipside tries again by itself.' }),
  unreadable_answer: (title) => ({
    sentence: `${title} sent a response that Flipside can't read.`,
    advice: 'Flipside tries again by itself. If this lasts, check the address of the server.',
  }),
  daily_limit: (title) => ({
    sentence: `${title} accepts no more scrobbles today.`,
    advice: 'Flipside tries again by itself.',
  }),
  login_ended: (title) => ({
    sentence: `${title} no longer accepts Flipside's access to your account.`,
    advice: 'Link the account again. Pending listens are sent then.',
  }),
  key_refused: (title) => ({
    sentence: `${title} doesn't accept this server's API key.`,
    advice: "Tell this server's operator, then choose Try now.",
  }),
  address_refused: (title) => ({
    sentence: `This server may not connect to the address of ${title}.`,
    advice: "Link a public address that begins with https://, or ask this server's operator to allow it.",
  }),
  secret_unreadable: (title) => ({
    sentence: `This server can't read its access to ${title} any more.`,
    advice: 'Link the account again. Pending listens are sent then.',
  }),
  all_rejected: (title) => ({
    sentence: `${title} rejects each listen.`,
    advice: 'The others wait here. Check the account, then choose Try now.',
  }),
} satisfies FailureTexts

/** As {@link relayFailureTexts}, for a request while the member waits. */
const requestFailureTexts = {
  ...relayFailureTexts,
  login_ended: (title) => ({ sentence: `${title} doesn't accept this token.`, advice: 'Copy it again.' }),
} satisfies FailureTexts

/** Runs `callListenbrainz` and turns a failure into a Refusal that states what to do. */
export const refuseRelayFailures = <T>(callListenbrainz: () => Promise<T>): Promise<T> =>
  refuseFailures(requestFailureTexts, titles.listenbrainz, callListenbrainz)

/** Reasons why a listen was not accepted; they are stored and counted. */
export const ignoreReasons = ['artist', 'track', 'too_old', 'too_new', 'rejected', 'queue_full'] as const
export type IgnoreReason = (typeof ignoreReasons)[number]

/** Texts in the settings for listens that were not accepted: "3 listens: ..." */
export const ignoreTexts: Readonly<Record<IgnoreReason, string>> = {
  artist: 'the artist name was not accepted',
  track: 'the track name was not accepted',
  too_old: 'too old to be accepted',
  too_new: 'a time in the future',
  rejected: 'rejected without a reason',
  queue_full: 'too many were pending',
}
