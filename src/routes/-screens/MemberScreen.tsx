import type { ReactNode } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { type BackLink, ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { ForVisitors } from './ForVisitors.tsx'

const prompt = {
  text: 'Please log in to continue',
  more: 'On Flipside, members share what they listen to and swap tracks.',
}

/** Visitors see a link to log in. After a direct visit the way back leads to Settings. */
export function MemberScreen({
  title,
  actions,
  back,
  isSpread,
  children,
}: {
  title: string
  actions?: ReactNode
  back?: BackLink
  isSpread?: boolean
  children: (member: string) => ReactNode
}) {
  const { member } = useSession()
  const toSettings = useWayBack({ to: '/settings', label: 'Back to Settings' })
  return (
    <Screen
      isSpread={isSpread}
      header={<ScreenHeader title={title} back={back ?? toSettings} actions={member !== null && actions} />}
    >
      {member === null ? isSpread ? <ForVisitors {...prompt} /> : <LogInPrompt {...prompt} /> : children(member)}
    </Screen>
  )
}
