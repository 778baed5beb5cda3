import type { ReactNode } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ExportData } from './ExportData.tsx'
import { PrivacySwitches } from './PrivacySwitches.tsx'
import { privacyQuery } from './queries.ts'

export function PrivacyAndData({ member, unsent, children }: { member: string; unsent: number; children: ReactNode }) {
  const live = useLive(privacyQuery(member))
  if (live.value === null) {
    return <Text tone="quiet">This server has no privacy settings, no export and no deletion. Ask its admins.</Text>
  }
  // Not before the settings: their arrival would move these buttons away from a press.
  const isSettled = live.value !== undefined || live.error !== null
  return (
    <Stack gap="xxl">
      <QueryState live={live} loading={<Skeleton shape="row" />} failed="Failed to load the privacy settings">
        {(privacy) => privacy && <PrivacySwitches {...{ member, privacy }} />}
      </QueryState>
      {isSettled && (
        <>
          {children}
          <ExportData member={member} />
          <DeleteAccount member={member} unsent={unsent} />
        </>
      )}
    </Stack>
  )
}
