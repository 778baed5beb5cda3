import { type Entry, isOnItsWay } from '#src/offline/outbox/entry.ts'
import type { Paused } from '#src/offline/outbox/meta.ts'
import { countActions, disconnectedText, type StripText } from './disconnected-text.ts'
import { isPersonal } from './silent-acts.ts'

export interface StripState {
  isReachable: boolean
  /** Requests are in flight without a response. */
  isSlow: boolean
  /** Rendered content could not be refreshed because of a server error. */
  isOutdated: boolean
  paused: Paused | undefined
  isSuspended: boolean
  entries: readonly Entry[]
  /** When the rendered feed was requested, in ms since 1970; undefined if no feed is rendered. */
  feedFrom: number | undefined
}

/**
 * Returns the text of the strip; undefined if there is none. Actions of the app itself are not
 * counted.
 */
export function stripText({ entries, ...rest }: StripState): StripText | undefined {
  const state = { ...rest, entries: entries.filter(isPersonal) }
  const waiting = state.entries.filter(isOnItsWay).length
  const parked = state.entries.filter((entry) => entry.status === 'parked').length
  const paused = pausedText(state.paused, waiting)
  if (paused) return paused
  if (!state.isReachable) return disconnectedText('Offline.', state.feedFrom, waiting)
  if (state.isSlow) return disconnectedText('Waiting for the server.', state.feedFrom, waiting)
  if (state.isSuspended && waiting > 0) {
    return { text: `Your account is suspended. ${countActions(waiting)} stored until it ends.`, leadsTo: 'outbox' }
  }
  if (parked > 0) return { text: `${countActions(parked)} could not be sent.`, leadsTo: 'outbox' }
  // Entries in flight after a tap are not reported, only delayed ones.
  const delayed = state.entries.some((entry) => entry.status === 'waiting')
  if (delayed) return { text: `${countActions(waiting)} waiting to send.`, leadsTo: 'outbox' }
  return state.isOutdated ? OUTDATED : undefined
}

const OUTDATED: StripText = { text: 'The server has a problem. Showing what was loaded before.', leadsTo: 'retry' }

function pausedText(paused: Paused | undefined, waiting: number): StripText | undefined {
  switch (paused) {
    case 'signed-out':
      return {
        text: waiting > 0 ? `Signed out: sign in to send ${countActions(waiting)}.` : 'Signed out: sign in again.',
        leadsTo: 'login',
      }
    case 'wrong-member':
      return {
        text: `Another member is signed in to the server. Sign in again to send ${countActions(waiting)}.`,
        leadsTo: 'login',
      }
    case 'forbidden':
      return {
        text: `The server refuses what you do. Sign in again to send ${countActions(waiting)}.`,
        leadsTo: 'login',
      }
    default:
      return undefined
  }
}
