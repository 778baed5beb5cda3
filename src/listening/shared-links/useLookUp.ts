import { linkServiceTitles } from '#contract/listening/recognize-link.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useLive } from '#src/cache/useLive.ts'
import { type LookUpState, lookUpText } from './look-up-text.ts'
import type { SharedText } from './parse-shared-text.ts'
import { resolvedLinkQuery } from './queries.ts'

/** The names of a shared text and what is known about its link. */
export interface SharedLookUp {
  artist: string
  title: string
  state: LookUpState
  /** A sentence about the look-up; undefined if it is complete. */
  text: string | undefined
  /** Requests the link again; undefined if that is of no use. */
  retry: (() => void) | undefined
  isFetching: boolean
}

/**
 * Looks a link up by way of the server, unless `isSkipped`. Names of the service replace those of
 * the text. One request, sent when there is a connection; after a failure only `retry` sends
 * another.
 */
export function useLookUp({ link, artist, title, isExact }: SharedText, isSkipped = false): SharedLookUp {
  const isWanted = link !== undefined && !isExact && !isSkipped
  const { isReachable } = useConnection()
  const live = useLive(resolvedLinkQuery(link?.url ?? ''), { enabled: isWanted && isReachable })
  const found = isWanted ? live.value : undefined
  const names = { artist: found?.artist || artist, title: found?.title || title }
  const state: LookUpState = !isWanted ? 'found' : toState(live, isReachable)
  const service = link === undefined ? '' : linkServiceTitles[link.service]
  const canRetry = isWanted && ['unavailable', 'offline', 'failed'].includes(state)
  return {
    ...names,
    state,
    text: isWanted ? lookUpText(state, service, names) : undefined,
    retry: canRetry ? () => void live.refetch() : undefined,
    isFetching: live.isFetching,
  }
}

function toState(
  { value, error }: { value: { outcome: LookUpState } | null | undefined; error: unknown },
  isReachable: boolean,
): LookUpState {
  if (value === null) return 'off'
  if (value !== undefined) return value.outcome
  if (!isReachable) return 'offline'
  return error === null ? 'loading' : 'failed'
}
