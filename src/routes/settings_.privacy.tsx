import { createFileRoute, Link } from '@tanstack/react-router'
import { PrivacyAndData } from '#src/accounts/privacy/PrivacyAndData.tsx'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { isUnsent } from '#src/offline/outbox/entry.ts'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { title: 'Privacy and data' },
  component: Privacy,
})

function Privacy() {
  const { member } = useSession()
  const unsent = useOutboxSnapshot().entries.filter(isUnsent).length
  const back = { label: 'Back to Settings', render: (linkProps: object) => <Link to="/settings" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Privacy and data" back={back} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to continue" />
      ) : (
        <PrivacyAndData member={member} unsent={unsent} />
      )}
    </Screen>
  )
}
