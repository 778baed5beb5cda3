import { createFileRoute } from '@tanstack/react-router'
import { PrivacyAndData } from '#src/accounts/privacy/PrivacyAndData.tsx'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { isUnsent } from '#src/offline/outbox/entry.ts'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { title: 'Privacy and data', beside: 'settings' },
  component: Privacy,
})

function Privacy() {
  const unsent = useOutboxSnapshot().entries.filter(isUnsent).length
  return (
    <MemberScreen title="Privacy and data">
      {(member) => <PrivacyAndData member={member} unsent={unsent} />}
    </MemberScreen>
  )
}
