import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Paused } from '#src/offline/outbox/meta.ts'
import {
  countActions,
  feedText,
  formatTime,
  type StripText,
  type UnsentCounts,
  unsentText,
} from './disconnected-text.ts'
import { countUnsent, isPersonal } from './silent-actions.ts'

export interface StripState {
  isReachable: boolean
  /** Requests are in flight without a response. */
  isSlow: boolean
  /**
   * 0 if the rendered content is current. Otherwise when the server permits to refresh it, in ms since
   * 1970; Infinity after an error other than a rate limit.
   */
  outdatedUntil: number
  paused: Paused | undefined
  isSuspended: boolean
  entries: readonly Entry[]
  /** When the rendered feed was requested, in ms since 1970; undefined if no feed is rendered. */
  feedFrom: number | undefined
}

/** Returns the strip text: connection, what is shown, and unsent actions of the user. */
export function stripText(state: StripState): StripText | undefined {
  const actions = actionsText(state)
  const sentences = [...connectionText(state), ...actions]
  if (sentences.length === 0) return undefined
  // After a rate limit it retries by itself.
  const isRetried = state.outdatedUntil === Infinity && state.isReachable
  const leadsTo = [
    ...(isRetried ? ['retry' as const] : []),
    ...(state.paused ? ['login' as const] : actions.length > 0 ? ['outbox' as const] : []),
  ]
  return { text: sentences.join(' '), leadsTo }
}

function connectionText({ isReachable, isSlow, outdatedUntil, feedFrom }: StripState): string[] {
  if (isReachable && !isSlow && !outdatedUntil) return []
  const trouble = !isReachable ? 'Offline.' : isSlow ? 'Waiting for the server.' : problemText(outdatedUntil)
  const isFeed = feedFrom !== undefined && (!isReachable || isSlow)
  if (isFeed) return [trouble, ...feedText(feedFrom)]
  return outdatedUntil ? [trouble, 'Showing what was loaded before.'] : [trouble]
}

function problemText(until: number): string {
  if (until === Infinity) return 'The server has a problem.'
  const when = until > Date.now() ? ` until ${formatTime(until)}` : ''
  return `The server asks to wait${when}.`
}

function actionsText(state: StripState): string[] {
  const unsent = countUnsent(state.entries)
  const reason = pausedText(state.paused, unsent) ?? suspendedText(state, unsent)
  if (reason !== undefined) return [reason, ...unsentText({ ...unsent, waiting: 0 })]
  // With a connection, entries in flight after a tap are not reported, only delayed ones.
  const isDelayed = state.entries.some((entry) => isPersonal(entry) && entry.status === 'waiting')
  const isReported = !state.isReachable || state.isSlow || isDelayed
  return unsentText(isReported ? unsent : { ...unsent, waiting: 0 })
}

const suspendedText = ({ isSuspended }: StripState, { waiting }: UnsentCounts) =>
  isSuspended && waiting > 0 ? `Your account is suspended. ${countActions(waiting)} stored until it ends.` : undefined

function pausedText(paused: Paused | undefined, { waiting }: UnsentCounts): string | undefined {
  const toSend = waiting > 0 ? ` to send ${countActions(waiting)}` : ''
  const texts: Record<Paused, string> = {
    'signed-out': `Signed out: sign in${toSend || ' again'}.`,
    'wrong-member': `Another member is signed in to the server. Sign in again${toSend}.`,
    forbidden: `The server refuses what you do. Sign in again${toSend}.`,
  }
  return paused && texts[paused]
}
