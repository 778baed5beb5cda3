import type { ReactNode } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { type BackLink, ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { ForVisitors } from './ForVisitors.tsx'

const backToSettings: BackLink = { label: 'Back to Settings', to: '/settings' }

const prompt = {
  text: 'Please log in to continue',
  more: 'On Flipside, members share what they listen to and swap tracks.',
}

/** A screen for members with a link back, by default to Settings. Visitors are asked to log in. */
export function MemberScreen({
  title,
  actions,
  back = backToSettings,
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
  return (
    <Screen
      isSpread={isSpread}
      header={<ScreenHeader title={title} back={back} actions={member !== null && actions} />}
    >
      {member === null ? isSpread ? <ForVisitors {...prompt} /> : <LogInPrompt {...prompt} /> : children(member)}
    </Screen>
  )
}
