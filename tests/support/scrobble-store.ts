/** A scrobble that a service server has received. */
export interface StoredScrobble {
  readonly account: string
  /** In seconds since 1970. */
  readonly at: number
  readonly artist: string
  readonly title: string
  /** The other fields as sent. */
  readonly sent?: unknown
}

/** The scrobbles at a service that stores each once. */
export interface ScrobbleStore {
  /** In arrival order, without repeats. */
  readonly scrobbles: StoredScrobble[]
  /** Feedback changes as they arrived: what, and 1, 0 or -1. */
  readonly loves: (readonly [recording: string, score: number])[]
  readonly playing: { readonly account: string; readonly artist: string; readonly title: string }[]
  /** The number of received scrobbles, repeats included. */
  received: number
  /** Stores a scrobble, unless one in the account has the same time, artist and title. */
  add(scrobble: StoredScrobble): void
}

export function createScrobbleStore(): ScrobbleStore {
  const keys = new Set<string>()
  const store: ScrobbleStore = {
    scrobbles: [],
    loves: [],
    playing: [],
    received: 0,
    add(scrobble) {
      store.received += 1
      const key = JSON.stringify([scrobble.account, scrobble.at, scrobble.artist, scrobble.title])
      if (!keys.has(key)) store.scrobbles.push(scrobble)
      keys.add(key)
    },
  }
  return store
}
