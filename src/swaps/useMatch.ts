import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { Refused } from '#src/api/errors.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { type FoundMatch, matchQuery, songSwapQuery } from './queries.ts'
import { type Match, storeMatch, useStored, wantNewMatch } from './stored.ts'

export const asMatch = ({ profile, pfpxl, pfpmed, swag }: UserProfile): Match => ({
  username: profile,
  profileImage: pfpxl || pfpmed,
  swag,
})

/** Starts a Track Swap: the next match is a new one, not the result of an earlier search. */
export function startMatching(client: QueryClient, member: string) {
  wantNewMatch()
  void client.resetQueries({ queryKey: matchQuery(member).queryKey })
}

export interface MatchState {
  /** The matched member; stays until a response invalidates it. */
  match: Match | undefined
  found: Live<FoundMatch>
  backToRandom: () => void
}

/**
 * Returns the match of the battle. A stored match stays; a new one is searched for without one, if
 * the flag requests it, or if the request for the stored swap returns no swap or a refusal. Without
 * a response nothing is removed.
 */
export function useMatch(member: string): MatchState {
  const client = useQueryClient()
  const { match, swapId, isNewWanted } = useStored()
  const isEnded = useIsSwapEnded(member, match && swapId)
  const isSought = match === undefined || isNewWanted || isEnded
  const found = useLive(matchQuery(member), { enabled: isSought })
  useStoreFound(found, isSought)
  return {
    match,
    found,
    backToRandom: () => {
      const { profile } = found.value ?? {}
      if (profile) storeMatch(asMatch(profile))
      else startMatching(client, member)
    },
  }
}

/** Returns whether a response shows that the stored swap does not exist any more. */
function useIsSwapEnded(member: string, swapId: number | undefined): boolean {
  const lookup = useLive(songSwapQuery(member, swapId ?? 0), { enabled: swapId !== undefined })
  if (swapId === undefined || lookup.isFetching) return false
  return lookup.value ? lookup.value.swap === undefined : lookup.error instanceof Refused
}

/** Stores the search result, which also clears the flag for a new match. */
function useStoreFound({ value, isFetching, error }: Live<FoundMatch>, isSought: boolean) {
  const profile = isFetching || error !== null ? undefined : value?.profile
  useEffect(() => {
    if (isSought && profile) storeMatch(asMatch(profile))
  }, [isSought, profile])
}
