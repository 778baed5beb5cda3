import { type Entry, isOnItsWay } from '#src/offline/outbox/entry.ts'
import type { Paused } from '#src/offline/outbox/meta.ts'
import { dayAndMonth, formatClock } from '#src/ui/dates.ts'
import { isPersonal } from './silent-acts.ts'

interface StripState {
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

export interface StripText {
  text: string
  leadsTo: 'login' | 'outbox' | 'retry' | undefined
}

const actions = (count: number) => `${count} ${count === 1 ? 'action' : 'actions'}`

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
  if (!state.isReachable) return disconnectedText('Offline.', state, waiting)
  if (state.isSlow) return disconnectedText('Waiting for the server.', state, waiting)
  if (state.isSuspended && waiting > 0) {
    return { text: `Your account is suspended. ${actions(waiting)} stored until it ends.`, leadsTo: 'outbox' }
  }
  if (parked > 0) return { text: `${actions(parked)} could not be sent.`, leadsTo: 'outbox' }
  // Entries in flight after a tap are not reported, only delayed ones.
  const delayed = state.entries.some((entry) => entry.status === 'waiting')
  if (delayed) return { text: `${actions(waiting)} waiting to send.`, leadsTo: 'outbox' }
  return state.isOutdated ? OUTDATED : undefined
}

const OUTDATED: StripText = { text: 'The server has a problem. Showing what was loaded before.', leadsTo: 'retry' }

function pausedText(paused: Paused | undefined, waiting: number): StripText | undefined {
  switch (paused) {
    case 'signed-out':
      return {
        text: waiting > 0 ? `Signed out: sign in to send ${actions(waiting)}.` : 'Signed out: sign in again.',
        leadsTo: 'login',
      }
    case 'wrong-member':
      return {
        text: `Another member is signed in to the server. Sign in again to send ${actions(waiting)}.`,
        leadsTo: 'login',
      }
    case 'forbidden':
      return { text: `The server refuses what you do. Sign in again to send ${actions(waiting)}.`, leadsTo: 'login' }
    default:
      return undefined
  }
}

function disconnectedText(why: string, { feedFrom }: StripState, waiting: number): StripText {
  const since = feedFrom === undefined ? '' : ` Showing your feed from ${formatTime(feedFrom)}.`
  const queued = waiting === 0 ? '' : ` ${actions(waiting)} waiting to send.`
  return { text: `${why}${since}${queued}`, leadsTo: waiting === 0 ? undefined : 'outbox' }
}

/** `8:12` today, else with the date. */
function formatTime(at: number): string {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return isToday ? formatClock(time) : `${dayAndMonth(time)}, ${formatClock(time)}`
}
