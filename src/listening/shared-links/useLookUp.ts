import { linkServiceTitles } from '#contract/listening/recognize-link.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useLive } from '#src/cache/useLive.ts'
import { type LookUpState, lookUpText } from './look-up-text.ts'
import type { SharedText } from './parse-shared-text.ts'
import { resolvedLinkQuery } from './queries.ts'
import type { SharedNames } from './read-names.ts'

/** The names in a shared text and what is known about its link. */
interface SharedLookUp {
  artist: string
  title: string
  state: LookUpState
  /** A sentence about the look-up; undefined if it is complete. */
  text: string | undefined
  /** Requests the link again; undefined if that is of no use. */
  retry: (() => void) | undefined
  isFetching: boolean
}

/** Looks a link up, unless `isSkipped`. One request; after a failure only `retry` sends another. */
export function useLookUp(shared: SharedText, isSkipped = false): SharedLookUp {
  const { link, isExact } = shared
  const isWanted = link !== undefined && !isExact && !isSkipped
  const { isReachable } = useConnection()
  const live = useLive(resolvedLinkQuery(link?.url ?? ''), { enabled: isWanted && isReachable })
  const found = isWanted ? live.value : undefined
  const names = joinNames(found, shared)
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

/** Returns the service's names; an artist that it omits comes from the text with that title. */
function joinNames(found: SharedNames | null | undefined, { artist, title, choices }: SharedText): SharedNames {
  if (!found?.title) return { artist: found?.artist || artist, title }
  if (found.artist !== '') return { artist: found.artist, title: found.title }
  const same = [{ artist, title }, ...choices].find((names) => isSameTitle(found.title, names.title))
  return { artist: same?.artist ?? '', title: found.title }
}

/** Compares letters and digits. A service may add to a title: "Teardrop - Remastered 2019". */
function isSameTitle(ofService: string, ofText: string): boolean {
  const toKey = (title: string) =>
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const key = toKey(ofText)
  return key !== '' && toKey(ofService).startsWith(key)
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
