import type { QueryClient } from '@tanstack/react-query'
import { getProfile } from '#contract/accounts/user-profile.ts'
import { isLacking, Refused, Unreachable } from '#src/api/errors.ts'
import { liveOptions } from '#src/cache/live.ts'
import { toast } from '#src/ui/toast.ts'
import { profileQuery } from '../queries.ts'

/**
 * Requests the stored member's profile at start. Resolves to false after a refusal or an unknown
 * name, but not after the page of a proxy, a path that the host lacks, or a 200 with an error.
 */
export async function isMemberKnown(client: QueryClient, member: string): Promise<boolean> {
  const isKnown = await fetchProfile(client, member)
  if (!isKnown) toast({ title: getProfile.failure, variant: 'destructive' })
  return isKnown
}

async function fetchProfile(client: QueryClient, member: string): Promise<boolean> {
  try {
    // A response since the page was opened is fresh enough.
    const { response } = await client.fetchQuery({ ...liveOptions(profileQuery(member)), staleTime: performance.now() })
    return response.userProfile.length > 0
  } catch (error) {
    if (error instanceof Refused) return error.isHtml || error.status < 400 || isLacking(error)
    if (error instanceof Unreachable) return true
    throw error
  }
}
