/*
 * Apple writes a row whenever playback stops: at a pause, while the playhead is moved, and when the
 * app is closed. The parts of a play are joined, or a paused play would count twice or not at all.
 */

export interface PlayPart {
  readonly device: string
  readonly title: string
  readonly album: string
  readonly artist: string
  readonly containerArtist: string
  readonly startMs: number
  readonly endMs: number
  readonly playedMs: number
  readonly lengthMs: number | undefined
  readonly reason: string
}

/** Joins parts. Returns plays in time order, and `joined` for each part of another. */
interface PlayJoiner {
  push(part: PlayPart): ReadonlyArray<PlayPart | 'joined'>
  finish(): Iterable<ReadonlyArray<PlayPart | 'joined'>>
}

/** After these reasons the play may go on; after any other it is over. */
const PAUSES: ReadonlySet<string> = new Set([
  'SCRUB_BEGIN',
  'SCRUB_END',
  'PLAYBACK_MANUALLY_PAUSED',
  'PLAYBACK_SUSPENDED',
  'EXITED_APPLICATION',
])
const PAUSE_MAX_MS = 30 * 60_000
/** Rows are in no certain order: so many are sorted, and the first `STEP` are joined. */
const SORTED = 30_000
const STEP = 1000
const DEVICES_MAX = 1000

export function createPlayJoiner(): PlayJoiner {
  let parts: PlayPart[] = []
  let open = new Map<string, PlayPart>()

  const join = (sorted: readonly PlayPart[]): Array<PlayPart | 'joined'> => {
    const plays: Array<PlayPart | 'joined'> = []
    for (const part of sorted) {
      const before = open.get(part.device)
      if (before !== undefined && isSamePlay(before, part)) {
        open.set(part.device, joinParts(before, part))
        plays.push('joined')
        continue
      }
      if (before !== undefined) plays.push(before)
      else if (open.size >= DEVICES_MAX) plays.push(...close())
      open.set(part.device, part)
    }
    return plays
  }
  const close = (): readonly PlayPart[] => {
    const plays = [...open.values()]
    open = new Map()
    return plays
  }
  return {
    push(part) {
      parts.push(withOwnTexts(part))
      if (parts.length < SORTED) return []
      parts.sort((a, b) => a.endMs - b.endMs)
      return join(parts.splice(0, STEP))
    },
    *finish() {
      const sorted = parts.toSorted((a, b) => a.endMs - b.endMs)
      parts = []
      for (let at = 0; at < sorted.length; at += STEP) yield join(sorted.slice(at, at + STEP))
      yield close()
    },
  }
}

function isSamePlay(before: PlayPart, part: PlayPart): boolean {
  const isSameTrack = before.title === part.title && before.album === part.album && before.artist === part.artist
  const pauseMs = part.startMs - before.endMs
  return isSameTrack && PAUSES.has(before.reason) && part.endMs >= before.endMs && pauseMs < PAUSE_MAX_MS
}

const joinParts = (before: PlayPart, part: PlayPart): PlayPart => ({
  ...before,
  endMs: part.endMs,
  playedMs: before.playedMs + part.playedMs,
  lengthMs: before.lengthMs ?? part.lengthMs,
  reason: part.reason,
})

/** Returns the part with copied texts: slices of a row would keep the whole row in memory. */
const withOwnTexts = (part: PlayPart): PlayPart => ({
  ...part,
  device: copyText(part.device),
  title: copyText(part.title),
  album: copyText(part.album),
  artist: copyText(part.artist),
  containerArtist: copyText(part.containerArtist),
  reason: PAUSES.has(part.reason) ? part.reason : copyText(part.reason),
})

const copyText = (text: string): string => (text === '' ? '' : Buffer.from(text).toString())
