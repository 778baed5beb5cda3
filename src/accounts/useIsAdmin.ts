import { useLive } from '#src/cache/useLive.ts'
import { profileQuery } from './queries.ts'

export function useIsAdmin(member: string | null): boolean {
  const { value } = useLive(profileQuery(member ?? ''), { enabled: member !== null })
  return value?.profile?.admin === 1
}
