import type { DemoTrack } from './music.ts'

interface MessageDetails {
  readonly track?: DemoTrack
  /** The text before it was edited. */
  readonly firstText?: string
  /** The recipient's emoji. */
  readonly reaction?: string
}

/**
 * An action, `beforeMs` milliseconds before the start. People are identified by number; `key` joins
 * a broadcast's or swap's events.
 */
export type DemoEvent = { readonly beforeMs: number; readonly actor: number } & (
  | { readonly kind: 'join' }
  | { readonly kind: 'follow'; readonly target: number }
  | { readonly kind: 'broadcast'; readonly key: string; readonly track: DemoTrack; readonly title: string }
  | { readonly kind: 'like'; readonly key: string }
  | { readonly kind: 'save'; readonly key: string; readonly track: DemoTrack }
  | ({ readonly kind: 'message'; readonly target: number; readonly text: string } & MessageDetails)
  | { readonly kind: 'reply'; readonly key: string; readonly text: string }
  | { readonly kind: 'read'; readonly target: number }
  | { readonly kind: 'swap'; readonly key: string; readonly target: number }
  | { readonly kind: 'swap track'; readonly key: string; readonly track: DemoTrack; readonly text?: string }
  | { readonly kind: 'swap rating'; readonly key: string; readonly rating: number; readonly text?: string }
  | { readonly kind: 'swap share'; readonly key: string }
  | { readonly kind: 'swap end'; readonly key: string; readonly how: 'declined' | 'withdrawn' }
)

/** Returns the events in chronological order. Simultaneous events remain in the input order. */
export const sortByTime = (events: readonly DemoEvent[]): readonly DemoEvent[] =>
  events.toSorted((a, b) => b.beforeMs - a.beforeMs)
