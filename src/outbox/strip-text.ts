import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Paused } from '#src/offline/outbox/meta.ts'
import { countActions, feedText, type StripText, type UnsentCounts, unsentText } from './disconnected-text.ts'
import { countUnsent, isPersonal } from './silent-actions.ts'

export interface StripState {
  isReachable: boolean
  /** Requests are in flight without a response. */
  isSlow: boolean
  /** Why rendered content could not be refreshed: a limit on requests, or another error of the server. */
  outdated: 'limited' | 'failed' | undefined
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
  const isRetried = state.outdated !== undefined && state.isReachable
  const leadsTo = [
    ...(isRetried ? ['retry' as const] : []),
    ...(state.paused ? ['login' as const] : actions.length > 0 ? ['outbox' as const] : []),
  ]
  return { text: sentences.join(' '), leadsTo }
}

function connectionText({ isReachable, isSlow, outdated, feedFrom }: StripState): string[] {
  if (isReachable && !isSlow && !outdated) return []
  const problem = outdated === 'limited' ? 'Too many requests.' : 'The server has a problem.'
  const trouble = !isReachable ? 'Offline.' : isSlow ? 'Waiting for the server.' : problem
  const isFeed = feedFrom !== undefined && (!isReachable || isSlow)
  if (isFeed) return [trouble, ...feedText(feedFrom)]
  return outdated ? [trouble, 'Showing what was loaded before.'] : [trouble]
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
  switch (paused) {
    case 'signed-out':
      return waiting > 0 ? `Signed out: sign in${toSend}.` : 'Signed out: sign in again.'
    case 'wrong-member':
      return `Another member is signed in to the server. Sign in again${toSend}.`
    case 'forbidden':
      return `The server refuses what you do. Sign in again${toSend}.`
    default:
      return undefined
  }
}
