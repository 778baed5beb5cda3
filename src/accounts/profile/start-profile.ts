import type { QueryClient } from '@tanstack/react-query'
import { getProfile } from '#contract/accounts/profile.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { liveOptions } from '#src/cache/live.ts'
import { toast } from '#src/ui/toast.ts'
import { profileQuery } from '../queries.ts'

/**
 * The spec's start: the profile of the stored member is fetched. False where the host refuses it, or knows nobody of that
 * name, and that is said; no answer changes nothing.
 */
export async function isMemberKnown(client: QueryClient, member: string): Promise<boolean> {
  const isKnown = await askProfile(client, member)
  if (!isKnown) toast({ title: getProfile.failure, variant: 'destructive' })
  return isKnown
}

async function askProfile(client: QueryClient, member: string): Promise<boolean> {
  try {
    // What a screen has asked for since the page was opened will do.
    const { answer } = await client.fetchQuery({ ...liveOptions(profileQuery(member)), staleTime: performance.now() })
    return answer.userProfile.length > 0
  } catch (error) {
    if (error instanceof Refused) return false
    if (error instanceof Unreachable) return true
    throw error
  }
}
