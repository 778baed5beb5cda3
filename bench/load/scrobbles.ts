import type { RequestLanes } from './request-lanes.ts'

interface Load {
  /** Listens per request. */
  readonly perRequest: number
  /** The first listen's start time, in seconds since 1970. */
  readonly since: number
  readonly tokens: readonly string[]
}

interface Run {
  readonly seconds: number
  /**
   * The requests per second that all lanes start together; without it each lane sends as fast as it
   * can.
   */
  readonly requestsPerSecond?: number
}

/** One run's result. */
export interface Figures {
  readonly accepted: number
  readonly acceptedPerSecond: number
  /**
   * Sorted response times, in ms; in a run with a rate they count from the time at which the
   * request was due.
   */
  readonly latencies: readonly number[]
}

/**
 * Seconds between a member's listens: denser histories give extra work to the jobs that look for
 * impossible days.
 */
const SECONDS_BETWEEN_LISTENS = 1000

/**
 * Creates a function that sends new listens to some thousand tracks, with uneven play counts, over
 * all lanes.
 */
export function createLoad(lanes: RequestLanes, laneCount: number, { perRequest, since, tokens }: Load) {
  let sent = 0
  const send = async (lane: number): Promise<void> => {
    const index = sent++
    const first = since + Math.floor(index / tokens.length) * perRequest * SECONDS_BETWEEN_LISTENS
    const payload = Array.from({ length: perRequest }, (_, place) =>
      toListen(index * perRequest + place, first + place * SECONDS_BETWEEN_LISTENS),
    )
    const body = JSON.stringify({ listen_type: perRequest === 1 ? 'single' : 'import', payload })
    const token = tokens[index % tokens.length] ?? ''
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
    await lanes.send(lane, { method: 'POST', path: '/1/submit-listens', headers, body, status: 200 })
  }
  return async ({ seconds, requestsPerSecond }: Run): Promise<Figures> => {
    const latencies: number[] = []
    const startedAt = performance.now()
    let started = 0
    const runLane = async (lane: number): Promise<void> => {
      while (performance.now() - startedAt < seconds * 1000) {
        const dueAt =
          requestsPerSecond === undefined ? performance.now() : startedAt + (started++ * 1000) / requestsPerSecond
        await waitUntil(dueAt)
        await send(lane)
        latencies.push(performance.now() - dueAt)
      }
    }
    await Promise.all(Array.from({ length: laneCount }, (_, lane) => runLane(lane)))
    const accepted = latencies.length * perRequest
    const acceptedPerSecond = (1000 * accepted) / (performance.now() - startedAt)
    return { accepted, acceptedPerSecond, latencies: latencies.toSorted((a, b) => a - b) }
  }
}

const waitUntil = (at: number) =>
  new Promise<void>((resolve) => {
    const ms = at - performance.now()
    if (ms <= 0) resolve()
    else setTimeout(resolve, ms)
  })

function toListen(index: number, listenedAt: number) {
  const track = Math.floor(5000 * ((index * 0.618034) % 1) ** 3)
  const metadata = {
    artist_name: `Artist ${track % 500}`,
    track_name: `Track ${track}`,
    release_name: `Album ${Math.floor(track / 2500)}`,
    additional_info: {
      recording_mbid: `00000000-0000-4000-8000-${String(track).padStart(12, '0')}`,
      tracknumber: 1 + (track % 12),
      duration_ms: 200_000 + track,
      media_player: 'Player',
      submission_client: 'Client',
    },
  }
  return { listened_at: listenedAt, track_metadata: metadata }
}

/** Returns the value below which `share` (0 to 1) of the sorted values are. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
