import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserProfile } from '#contract/accounts/profile.ts'
import { Refused } from '#src/api/errors.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { type FoundMatch, matchQuery, songSwapQuery } from './queries.ts'
import { forgetMatch, type Match, storeMatch, useStored, wantNewMatch } from './stored.ts'

/** A member as a match is stored. */
export const asMatch = ({ profile, pfpxl, pfpmed, swag }: UserProfile): Match => ({
  username: profile,
  profileImage: pfpxl || pfpmed,
  swag,
})

/** 'Start Track Swap': the next match is a new one, not what an earlier search found. */
export function startMatching(client: QueryClient, member: string) {
  wantNewMatch()
  void client.resetQueries({ queryKey: matchQuery(member).queryKey })
}

export interface MatchState {
  /** Whom one is matched with; stays until an answer says otherwise. */
  match: Match | undefined
  /** The random search: what it found, or how it stands. */
  found: Live<FoundMatch>
  /** Back to the random match. */
  backToRandom: () => void
  /** The back arrow: all of it is given up. */
  clear: () => void
}

/**
 * The match of the battle. What is stored is kept; a new one is sought where there is none, where the flag asks for it, and
 * where the lookup of the stored swap answers that there is no such swap or refuses. Without an answer nothing is given up.
 */
export function useMatch(member: string): MatchState {
  const client = useQueryClient()
  const { match, swapId, isNewWanted } = useStored()
  const isGone = useIsSwapGone(member, match && swapId)
  const isSought = match === undefined || isNewWanted || isGone
  const found = useLive(matchQuery(member), { enabled: isSought })
  useKeepFound(found, isSought)
  return {
    match,
    found,
    backToRandom: () => {
      const { profile } = found.value ?? {}
      if (profile) storeMatch(asMatch(profile))
      else startMatching(client, member)
    },
    clear: forgetMatch,
  }
}

/** Whether an answer says that the stored swap is no more. */
function useIsSwapGone(member: string, swapId: number | undefined): boolean {
  const lookup = useLive(songSwapQuery(member, swapId ?? 0), { enabled: swapId !== undefined })
  if (swapId === undefined || lookup.isAsking) return false
  return lookup.value ? lookup.value.swap === undefined : lookup.error instanceof Refused
}

/** Joins the search to the local storage: what an answer found is stored, which ends the wish for it. */
function useKeepFound({ value, isAsking, error }: Live<FoundMatch>, isSought: boolean) {
  const profile = isAsking || error !== null ? undefined : value?.profile
  useEffect(() => {
    if (isSought && profile) storeMatch(asMatch(profile))
  }, [isSought, profile])
}
